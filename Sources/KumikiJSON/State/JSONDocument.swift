package import KumikiValues

/// The state of a feature over JSON: one jansson tree that its store owns, and the places in it that are
/// observed or that operators need.
///
/// The document holds one reference to the root. A snapshot is another: while it is out, a write
/// copies the containers on its path, else it happens in place. Owner thread only.
package final class JSONDocument {
  package private(set) var root: JSONNode
  /// The writes so far, and the places that the running burst has written. Unchecked, because places that are marked
  /// may release a state of the program, whose end may look at the store.
  @safe @exclusivity(unchecked) var burst = JSONBurst()
  package let places = JSONPlace(parent: nil)
  /// How much is in the state, and how much there may be.
  var room: JSONRoom
  /// Records writes for patches, operators and histories.
  package let changes = JSONRecorders()
  /// The writes of the last step, for effects that follow the state.
  var following = JSONFollowedWrites()

  /// Whether a reducer runs on the state, so that cursors point into it.
  var isReducing: () -> Bool = { false }
  var shape = JSONShape.none {
    didSet {
      hasDeclared = shape.has(.declares)
      typedPlaces = TypedPlacesByKind()
    }
  }
  /// Whether any form of the state was declared, so that writes are compared with it.
  private(set) var hasDeclared = false
  /// The places that states of features in another language can have.
  var typedPlaces = TypedPlacesByKind()
  /// Whether any rows are indexed, so that a write may concern a row's id.
  var hasRows = false
  /// Whether there are indexed rows without a requirement: those of a reducer that a reader built for one
  /// action.
  var hasReaderRows = false
  /// While another reducer takes over the document: what the former operators kept.
  var former: JSONFormer?
  /// How many reducers took over the document.
  var adoptions: UInt64 = 0

  /// A cache for the pointer texts that reducers write through.
  private let knownPointers = JSONPointerCache()
  /// `knownPointers` as an unmanaged reference.
  package let pointers: Uncounted<JSONPointerCache>
  /// Makes the ids of new presentations, with the store's generators.
  package let identifiers: Identifiers

  /// - Throws: `tooDeep` for a state beyond the limits.
  package convenience init(
    _ state: JSON, _ identifiers: Identifiers, limits: JSONLimits = .standard
  ) throws(JSONError) {
    defer { withExtendedLifetime(state) {} }
    let size = try JSONMeasure.check(state.node, limits: limits)
    self.init(
      borrowing: state.node, identifiers,
      amount: JSONAmount(values: size.nodes, of: state.node, limits), limits: limits)
  }

  /// Makes a document from a state that was already measured.
  @inline(never)
  init(
    borrowing node: JSONNode, _ identifiers: Identifiers, amount: JSONAmount,
    limits: JSONLimits = .standard
  ) {
    room = JSONRoom(amount: amount, limits: limits)
    root = node.retained()
    pointers = Uncounted(knownPointers)
    self.identifiers = identifiers
    LiveObjects.add()
  }

  deinit {
    root.releaseDeep()
    places.dismantle()
    LiveObjects.remove()
  }

  /// The whole state as an immutable value. O(1).
  package var snapshot: JSON { JSON(borrowing: root) }

  /// Replaces the root by a new reference.
  func replaceRoot(_ node: JSONNode) {
    burst.noteWrite()
    burst.noteStructure()
    let old = root
    root = node
    old.releaseDeep()
  }

  /// Drops the state, because the store has ended.
  package func forget() {
    replaceRoot(.null)
  }

  /// The root, made unique to this document: written in place unless somebody holds a snapshot of it.
  func uniqueRoot() -> JSONNode? {
    burst.noteWrite()
    if root.isUnique || !root.isContainer { return root }
    guard let copy = root.shallowCopy() else { return nil }
    replaceRoot(copy)
    return copy
  }

  /// Releases a place. It is removed once no cursor is in the state, unless something else needs it.
  package func release(_ place: JSONPlace) {
    burst.release(place)
    if !isReducing() { forgetReleased() }
  }

  private func forgetReleased() {
    for place in burst.takeReleased() { place.prune() }
  }

  /// Called after an action was reduced. Rows that left and have not come back are gone.
  @inline(__always)
  func stepEnded() { if burst.hasDeparting { forgetDeparting() } }

  @inline(never)
  private func forgetDeparting() {
    // Released places first, because they may be inside rows that go.
    if burst.hasReleased { forgetReleased() }
    for place in burst.takeDeparting() { place.forgetDeparted(&burst) }
  }

  /// Ends a burst: later writes belong to the next one.
  ///
  /// - Parameter tell: receives the observers of each place that was written to.
  @inline(__always)
  package func endBurst(_ tell: (ObserverGroup) -> Void = { _ in }) {
    if burst.hasReleased { forgetReleased() }
    // Also if nobody observes or is notified: a later observer must be notified of the next write.
    changes.endBurst()
    burst.part()
    while let place = burst.takeTouched() {
      place.observers.here?.with { tell($0) }
    }
  }
}
