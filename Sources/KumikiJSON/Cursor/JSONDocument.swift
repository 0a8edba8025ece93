internal import CJansson
package import Kumiki

/// The state of a feature that speaks JSON: one jansson tree that its store owns, and the places in
/// it that somebody takes an interest in.
///
/// The document holds one reference to the root. A snapshot is another: while it is out, a write
/// copies the containers on its path, else it happens in place. Owner thread only.
package final class JSONDocument {
  package private(set) var root: JSONNode
  /// Another number after each write: what was looked at under the present one is as it was.
  private(set) var writes: UInt64 = 1
  /// Another number after each write that more than a scalar came or went by: what was found under the
  /// present one is where it was.
  private(set) var structure: UInt64 = 1
  package let places = JSONPlace(parent: nil)
  /// Which commit is being worked on; what was touched since the last one.
  private(set) var commit: UInt64 = 1
  var touched: [JSONPlace] = []
  /// Places of rows some of which left in the running burst.
  var departing: [JSONPlace] = []
  /// Places that somebody has lost the interest in while a reducer was at work.
  private var released: [JSONPlace] = []
  /// Whether a reducer is at work on the state, whose cursors are in it.
  var isReducing: () -> Bool = { false }
  var shape = JSONShape.none
  /// There are rows that no operator claims, but one has come upon: those of a reducer that is made for
  /// one action.
  var hasStrayRows = false
  /// What the running burst writes, for patches; and what the one wrote that is being told.
  package let changes = JSONChanges()
  private(set) var told: JSONChanges.Node?
  /// Of the texts by which reducers write.
  private let knownPointers = JSONPointerCache()
  /// The same, for those who must not count.
  package let pointers: Unmanaged<JSONPointerCache>
  /// Where the ids of new presentations come from: the store's generators.
  package let identifiers: Identifiers

  /// At most so many values are in the state, written out: counted when it was measured, and with each
  /// write what that brings.
  private(set) var mostNodes: Int

  /// Takes a reference of its own.
  /// - Throws: `tooDeep` for a state beyond the limits.
  package convenience init(
    borrowing node: JSONNode, _ identifiers: Identifiers
  ) throws(JSONError) {
    self.init(borrowing: node, identifiers, mostNodes: try JSONMeasure.check(node).nodes)
  }

  /// The same for a state that was measured.
  init(borrowing node: JSONNode, _ identifiers: Identifiers, mostNodes: Int) {
    self.mostNodes = mostNodes
    root = json_incref(node)!
    pointers = .passUnretained(knownPointers)
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

  /// A scalar was put in the place of another.
  @inline(__always)
  func noteWrite() { writes += 1 }

  /// A container came or went, or a member of one.
  func noteStructure() { structure += 1 }

  /// Replaces the root by a new reference.
  func replaceRoot(_ node: JSONNode) {
    writes += 1
    noteStructure()
    let old = root
    root = node
    old.releaseDeep()
  }

  /// The root, made this document's alone: written in place if nobody holds a snapshot of it.
  func uniqueRoot() -> JSONNode? {
    writes += 1
    if root.isUnique || !root.isContainer { return root }
    guard let copy = json_copy(root) else { return nil }
    replaceRoot(copy)
    return copy
  }

  /// Whether a value may come to stand at a depth of the state: not where that would be nested too deep
  /// then, or expand to too many values. Counts it.
  ///
  /// What was written over still counts, until that makes too many: then the state is measured anew.
  ///
  /// - Parameter old: what the value takes the place of.
  func takesIn(_ value: JSONNode, at depth: Int, over old: @autoclosure () -> JSONNode?) -> Bool {
    let limits = JSONLimits.standard
    guard let size = JSONMeasure.size(of: value), size.depth <= limits.depth - depth else {
      return false
    }
    if mostNodes + size.nodes > limits.expandedNodes {
      guard let whole = JSONMeasure.size(of: root) else { return false }
      mostNodes = whole.nodes - (old().flatMap { JSONMeasure.size(of: $0) }?.nodes ?? 0)
      if mostNodes + size.nodes > limits.expandedNodes { return false }
    }
    mostNodes += size.nodes
    return true
  }

  package func place(at pointer: JSONPointer) -> JSONPlace { places.makeChild(pointer) }

  /// Somebody has no interest in a place any more: it goes if nobody else has, when no cursor is there.
  package func release(_ place: JSONPlace) {
    released.append(place)
    if !isReducing() { forgetReleased() }
  }

  private func forgetReleased() {
    let places = released
    released = []
    for place in places { place.prune() }
  }

  /// An action has been reduced: rows that left and have not come back are gone.
  @inline(__always)
  func stepEnded() {
    if !departing.isEmpty { forgetDeparting() }
  }

  @inline(never)
  private func forgetDeparting() {
    // First those that nobody holds any more: they may be inside of what goes.
    if !released.isEmpty { forgetReleased() }
    for place in departing { place.forgetDeparted(self) }
    departing = []
  }

  /// A burst has ended: what is written next is of another one.
  ///
  /// - Parameter tell: is handed those who observe a place that was written to.
  @inline(__always)
  package func endBurst(_ tell: (ObserverGroup) -> Void = { _ in }) {
    if !released.isEmpty { forgetReleased() }
    // Also where nobody is told, and where nobody observes: whoever comes must hear of the next write.
    if changes.isOn || told != nil { told = changes.isEmpty ? nil : changes.take() }
    commit += 1
    while let place = touched.popLast() {
      place.observersHere?._withUnsafeGuaranteedRef { tell($0) }
    }
  }
}

// MARK: - Slots

extension JSONDocument {
  /// Takes the first state in: what operators need of it is checked, and set up before the first action.
  /// - Throws: what an operator could not use, and where.
  package func declare(_ shape: JSONShape) throws(JSONError) {
    if let misfit = shape.misfit(of: root) { throw misfit.error }
    var root = JSONState(self)
    places.claim(shape, 0)
    try shape.setUp(&root, .required)
    self.shape = shape
    // Of this nobody is told; what comes next is of another burst.
    endBurst()
  }

  /// The slot at a pointer, as it is now; nil where no layer is attached.
  package func slot(at pointer: JSONPointer) -> JSONSlotRecord? {
    switch slot(at: pointer, making: nil) {
    case .some(.some(let slot)): return slot
    case .some(.none):
      return layout.slotOptions(at: pointer.keys).flatMap { slot(at: pointer, making: $0) ?? nil }
    case .none:
      // Where the containers around it are gone, nothing is presented.
      let slot = places.existing(pointer)?.slot
      slot?.end()
      return slot
    }
  }

  /// The slot that is known at a pointer, or is made there; nil where the containers around it are gone.
  private func slot(
    at pointer: JSONPointer, making options: JSONSlotOptions?
  ) -> JSONSlotRecord?? {
    var root = JSONState(self)
    return root.descend(pointer) { cursor in
      guard let slot = cursor.slot ?? options.map({ cursor.makeSlot($0) }) else { return nil }
      slot.reconcile(cursor.node, in: self)
      return slot
    }
  }
}
