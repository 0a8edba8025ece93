package import KumikiValues

/// The state of a feature over JSON: one jansson tree that its store owns, and the places in it that are
/// observed or that operators need.
///
/// The document holds one reference to the root. A snapshot holds another. While a snapshot exists, a write
/// copies the containers on its path; otherwise the write happens in place. Owner thread only.
package final class JSONDocument {
  package private(set) var root: JSONNode
  /// The number of writes, and the places that the running burst has written. Unchecked, because marking places
  /// may release a state of the program, whose deinitializer may access the store.
  @safe @exclusivity(unchecked) var burst = JSONBurst()
  package let places = JSONPlace(parent: nil)
  /// The size of the state, and its limits.
  var room: JSONRoom
  /// Records writes for patches, operators and histories.
  package let changes = JSONRecorders()
  /// Whether inverses are applied as writes. A refused one is not an issue.
  var isGoingBack = false
  /// The versions of the state that moments hold; nil until there is one.
  private(set) var versions: JSONVersions?
  /// The number of writes when the reducer had last taken the state as a whole: it matched, and lacked no default.
  private var wholeAt: UInt64 = 0
  /// The writes of the last step, for state-driven effects.
  var following = JSONFollowedWrites()

  /// Whether a reducer is running on the state, so that cursors point into it.
  var isReducing: () -> Bool = { false }
  var shape = JSONShape.none {
    didSet {
      hasDeclared = shape.has(.declares)
      transient = JSONTransient(shape)
      typedPlaces = TypedPlacesByKind()
    }
  }
  /// Whether a shape of the state was declared, so that writes are compared with it.
  var hasDeclared = false
  /// The places of the transient members; nil without any.
  private(set) var transient: JSONTransient?
  /// The places that states of features in another language can have.
  var typedPlaces = TypedPlacesByKind()
  /// Whether a place has had observers.
  var mayBeObserved = false
  /// Whether any rows are indexed, so that a write may concern a row's id.
  var hasRows = false
  /// Whether indexed rows without a requirement exist. They belong to a reducer that a dynamic reducer built for
  /// one action.
  var hasReaderRows = false
  /// The values that the former operators kept, while another reducer takes over the document.
  var former: JSONFormer?
  /// The number of reducers that took over the document.
  var adoptions: UInt64 = 0

  /// A cache for the pointer strings that reducers write through.
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
    versions?.end()
    root.releaseDeep()
    places.dismantle()
    LiveObjects.remove()
  }

  /// The whole state as an immutable value. O(1).
  package var snapshot: JSON { JSON(borrowing: root) }

  /// The state without its transient members; nil if none are declared.
  var lastingState: JSON? { transient.flatMap { try? $0.root.lasting(snapshot) } }

  /// Returns the state as a moment. While it is held, writes record their inverses.
  func moment() -> JSONMoment {
    guard root.isContainer else { return JSONMoment(snapshot) }
    let versions = versions ?? JSONVersions(root)
    self.versions = versions
    changes.isVersioned = true
    return versions.moment(wholeFor: wholeAt == burst.writes ? adoptions : nil)
  }

  /// Records that the reducer takes the current state as it is.
  func noteWhole() { wholeAt = burst.writes }

  /// Begins a change of the state that other threads must not see. Returns false if no moment is held.
  @inline(never)
  func beginWrite() -> Bool {
    if versions?.beginWrite(values: room.amount.values) == true { return true }
    changes.isVersioned = false
    return false
  }

  /// Replaces the root with a new reference.
  func replaceRoot(_ node: JSONNode) {
    burst.noteWrite()
    burst.noteStructure()
    let old = root
    root = node
    versions?.replaceRoot(node)
    old.releaseDeep()
  }

  /// Drops the state, because the store has ended.
  package func forget() {
    versions?.end()
    replaceRoot(.null)
  }

  /// Returns the root, made unique to this document. It is written in place unless a snapshot of it exists.
  func uniqueRoot() -> JSONNode? {
    burst.noteWrite()
    if root.isUnique || !root.isContainer { return root }
    guard let copy = root.shallowCopy() else { return nil }
    replaceRoot(copy)
    return copy
  }

  /// Releases a place. The place is removed once the state has no cursor, unless it is needed otherwise.
  package func release(_ place: JSONPlace) {
    burst.release(place)
    if !isReducing() { forgetReleased() }
  }

  private func forgetReleased() {
    for place in burst.takeReleased() { place.prune() }
  }

  /// Drops rows that left and have not returned. Called after an action was reduced.
  @inline(__always)
  func stepEnded() { if burst.hasDeparting { forgetDeparting() } }

  @inline(never)
  private func forgetDeparting() {
    // Released places first, because they may be inside rows that are dropped.
    if burst.hasReleased { forgetReleased() }
    for place in burst.takeDeparting() { place.forgetDeparted(&burst) }
  }

  /// Ends a burst. Later writes belong to the next burst.
  ///
  /// - Parameter tell: receives the observers of each place that was written.
  @inline(__always)
  package func endBurst(_ notify: (ObserverGroup) -> Void = { _ in }) {
    if burst.hasReleased { forgetReleased() }
    // Even without observers: a later observer must be notified of the next write.
    changes.endBurst()
    burst.part()
    while let place = burst.takeTouched() {
      place.observers.here?.with { notify($0) }
    }
  }
}
