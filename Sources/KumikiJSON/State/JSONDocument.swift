package import Kumiki

/// The state of a feature over JSON: one jansson tree that its store owns, and the places in it that are
/// observed or that operators need.
///
/// The document holds one reference to the root. A snapshot is another: while it is out, a write
/// copies the containers on its path, else it happens in place. Owner thread only.
package final class JSONDocument {
  package private(set) var root: JSONNode
  /// Changes with each write. A value read under the current number is unchanged.
  private(set) var writes: UInt64 = 1
  /// Changes with each write that adds or removes a container or a member. A value found under the
  /// current number is still where it was.
  private(set) var structure: UInt64 = 1
  package let places = WatchedNode(parent: nil)
  /// The number of the current commit; `touched` lists the places written since the last one.
  private(set) var commit: UInt64 = 1
  var touched: [WatchedNode] = []
  /// Places with rows that left in the running burst.
  var departing: [WatchedNode] = []
  /// Places that were released while a reducer ran; they are removed afterwards.
  private var released: [WatchedNode] = []
  /// Whether a reducer runs on the state, so that cursors point into it.
  var isReducing: () -> Bool = { false }
  var shape = JSONShape.none {
    didSet {
      hasDeclared = shape.has(.declares)
      typedPlaces = [:]
    }
  }
  /// Whether any form of the state was declared, so that writes are compared with it.
  private(set) var hasDeclared = false
  /// Whether any rows are indexed, so that a write may concern a row's id.
  var hasRows = false
  /// Whether there are indexed rows without a requirement: those of a reducer that a reader built for one
  /// action.
  var hasReaderRows = false
  /// While another reducer takes over the document: what the former operators kept.
  var former: JSONFormer?
  /// How many reducers took over the document.
  var adoptions: UInt64 = 0
  /// Whether effects follow the state: its reducer declares some, or one that a reader has chosen.
  private(set) var follows = false
  /// Whether readers are asked what they choose for a state: for an action one has chosen a reducer in which effects
  /// follow the state. All readers of a state are asked together, so that it does not matter what else is in it.
  private(set) var asksReaders = false
  /// Whether all readers are asked at the next look, whatever the step wrote.
  private var asksAllReaders = false
  /// What the step before wrote, while effects are brought in line with it; nil for everything.
  private(set) var followed: JSONChanges?
  private var notedStep: JSONRecorders.Step?
  /// Where in `followed` the writes to one element of rows are, while that is asked.
  var followedElement: (depth: Int, node: Int)?
  /// Records writes for patches, operators and histories.
  package let changes = JSONRecorders()
  /// A cache for the pointer texts that reducers write through.
  private let knownPointers = JSONPointerCache()
  /// `knownPointers` as an unmanaged reference.
  package let pointers: Uncounted<JSONPointerCache>
  /// The places that states of features in another language can have, for the kinds that were needed so far. The
  /// reducer keeps the kinds alive; another reducer has others.
  var typedPlaces: [ObjectIdentifier: TypedPlaces] = [:]
  /// Makes the ids of new presentations, with the store's generators.
  package let identifiers: Identifiers

  /// How much is in the state. Each write adds what it puts in and takes off what it replaces or removes.
  var amount: JSONAmount
  /// How large the state may be, by the host of the store's loop.
  let limits: JSONLimits

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
  init(
    borrowing node: JSONNode, _ identifiers: Identifiers, amount: JSONAmount,
    limits: JSONLimits = .standard
  ) {
    self.amount = amount
    self.limits = limits
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

  /// Notes that a scalar was replaced by another.
  @inline(__always)
  func noteWrite() { writes += 1 }

  /// Notes that a container or a member came or went.
  func noteStructure() { structure += 1 }

  /// Replaces the root by a new reference.
  func replaceRoot(_ node: JSONNode) {
    writes += 1
    noteStructure()
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
    writes += 1
    if root.isUnique || !root.isContainer { return root }
    guard let copy = root.shallowCopy() else { return nil }
    replaceRoot(copy)
    return copy
  }

  /// Checks that a value may be put at a depth of the state, by the limits of nesting and size, and counts it.
  ///
  /// The caller puts it there, or resets `amount` to the one from before. What is replaced is taken off
  /// when it goes. Here it is measured only at the bound, and only until it has room for the new value.
  ///
  /// - Parameters:
  ///   - counted: a value that was counted before, and in whose place this one is put.
  ///   - isThere: whether the value only moves, so that the state does not grow.
  ///   - old: the value that is replaced.
  ///   - key: the bytes of the key that comes with it, of a new member.
  /// - Returns: why it may not: `tooDeep`, or `tooLarge` for more than the host of the loop allows.
  func takeIn(
    _ value: JSONNode, insteadOf counted: JSONNode? = nil, at depth: Int, isThere: Bool = false,
    over old: @autoclosure () -> JSONNode?, key: @autoclosure () -> Int = 0
  ) -> JSONWriteError? {
    if value.isLacking { return .noMemory }
    guard let size = JSONMeasure.size(of: value), size.depth <= limits.depth - depth else {
      return .tooDeep
    }
    let given = JSONAmount(values: size.nodes, of: value, limits) + keyAmount(key())
    let after = amount - (counted?.amount(limits) ?? .none) + given
    let excess = limits.excess(of: after, by: given)
    if excess != .none, !isThere {
      // A value that is not larger than the one it replaces is let in, whatever the state's size is.
      guard let old = old(), JSONMeasure.has(old, excess) else {
        let isHosts = excess.bytes > 0 || limits.expandedNodes < JSONLimits.standard.expandedNodes
        return isHosts ? .tooLarge : .tooDeep
      }
    }
    amount = after
    return nil
  }

  /// Takes a value that goes off the count, and the key that goes with it.
  ///
  /// In linear time in the value, which has been measured in as much time when it came.
  func takeOff(_ value: JSONNode, key: Int = 0) {
    amount = amount - value.amount(limits) - keyAmount(key)
  }

  /// A key of so many bytes, where bytes are counted.
  @inline(__always)
  func keyAmount(_ bytes: @autoclosure () -> Int) -> JSONAmount {
    JSONAmount(values: 0, bytes: limits.countsBytes ? bytes() : 0)
  }

  /// Releases a place. It is removed once no cursor is in the state, unless something else needs it.
  package func release(_ place: WatchedNode) {
    released.append(place)
    if !isReducing() { forgetReleased() }
  }

  private func forgetReleased() {
    let places = released
    released = []
    for place in places { place.prune() }
  }

  /// Called after an action was reduced. Rows that left and have not come back are gone.
  @inline(__always)
  func stepEnded() { if !departing.isEmpty { forgetDeparting() } }

  @inline(never)
  private func forgetDeparting() {
    // Released places first, because they may be inside rows that go.
    if !released.isEmpty { forgetReleased() }
    for place in departing { place.forgetDeparted(self) }
    departing = []
  }

  /// Whether effects may follow the state. They do not in a replay, where nobody asks what a step wrote.
  package var mayFollow = true

  /// Notes from the next step on what it wrote, for effects that follow the state, if there may be any: the reducer
  /// declares them, or a reader has chosen one that does.
  func beginFollowing(_ following: JSONFollowing) {
    follows = mayFollow && (following == .declared || following == .perhaps && asksReaders)
  }

  /// A reader has chosen a reducer in which effects follow the state.
  func beginAskingReaders() {
    guard mayFollow, !asksReaders else { return }
    follows = true
    asksReaders = true
    asksAllReaders = true
  }

  /// A reader chooses otherwise than before, and no step need have written for it.
  func askReadersAgain() { if asksReaders { asksAllReaders = true } }

  /// Takes over whether readers are asked, from a snapshot or from the document that this one is a copy of.
  func askReaders(_ asks: Bool) { asksReaders = mayFollow && asks }

  @inline(never)
  func beginFollowedStep() {
    notedStep = changes.beginStep(at: 0)
  }

  /// Ends the record of a step. Without one, everything counts as written.
  func endFollowedStep() {
    guard let step = notedStep.take() else { return }
    followed = changes.endStep(step)
    // Everything counts as written: readers elsewhere have not been asked yet.
    if asksAllReaders { forgetWrites() }
  }

  func endLook() {
    asksAllReaders = false
    forgetWrites()
  }

  private func forgetWrites() {
    if let followed = followed.take() { changes.reuse(followed) }
  }

  /// Begins another commit in the running burst, after places were told of, or were not, without those around them:
  /// a later write marks all places on its way.
  func partBurst() { commit += 1 }

  /// Ends a burst: later writes belong to the next one.
  ///
  /// - Parameter tell: receives the observers of each place that was written to.
  @inline(__always)
  package func endBurst(_ tell: (ObserverGroup) -> Void = { _ in }) {
    if !released.isEmpty { forgetReleased() }
    // Also if nobody observes or is notified: a later observer must be notified of the next write.
    changes.endBurst()
    commit += 1
    while let place = touched.popLast() {
      place.observersHere?.with { tell($0) }
    }
  }
}
