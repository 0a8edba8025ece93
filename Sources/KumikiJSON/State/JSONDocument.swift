package import Kumiki

/// The state of a feature over JSON: one jansson tree that its store owns, and the places in it that are
/// observed or that operators need.
///
/// The document holds one reference to the root. A snapshot is another: while it is out, a write
/// copies the containers on its path, else it happens in place. Owner thread only.
package final class JSONDocument {
  package private(set) var root: JSONNode
  /// Changes with each write. What was read under the present number is unchanged.
  private(set) var writes: UInt64 = 1
  /// Changes with each write by which a container or a member came or went. What was found under the
  /// present number is still where it was.
  private(set) var structure: UInt64 = 1
  package let places = WatchedNode(parent: nil)
  /// Which commit is being worked on; what was touched since the last one.
  private(set) var commit: UInt64 = 1
  var touched: [WatchedNode] = []
  /// Places of rows some of which left in the running burst.
  var departing: [WatchedNode] = []
  /// Places that were released while a reducer ran, and are removed afterwards.
  private var released: [WatchedNode] = []
  /// Whether a reducer is at work on the state, whose cursors are in it.
  var isReducing: () -> Bool = { false }
  var shape = JSONShape.none {
    didSet { hasDeclared = shape.declares }
  }
  /// Somewhere it was declared what the state may be, so that writes are compared with it.
  private(set) var hasDeclared = false
  /// Somewhere rows are known, so that a write may be inside of a row's id.
  var hasRows = false
  /// Whether there are indexed rows without a claim: those of a reducer that a reader made for one action.
  var hasStrayRows = false
  /// While another reducer takes the document over: what the operators of the one before have kept.
  var former: JSONFormer?
  /// Who notes what is written: for patches, for operators, for histories.
  package let changes = JSONRecorders()
  /// Of the texts by which reducers write.
  private let knownPointers = JSONPointerCache()
  /// `knownPointers` as an unmanaged reference.
  package let pointers: Uncounted<JSONPointerCache>
  /// Where the ids of new presentations come from: the store's generators.
  package let identifiers: Identifiers

  /// An upper bound of the number of values in the state, written out: what was measured, plus what each
  /// write has brought since.
  private(set) var mostNodes: Int

  /// Takes a reference of its own.
  /// - Throws: `tooDeep` for a state beyond the limits.
  package convenience init(
    borrowing node: JSONNode, _ identifiers: Identifiers
  ) throws(JSONError) {
    self.init(borrowing: node, identifiers, mostNodes: try JSONMeasure.check(node).nodes)
  }

  /// Makes a document of a state that was measured.
  init(borrowing node: JSONNode, _ identifiers: Identifiers, mostNodes: Int) {
    self.mostNodes = mostNodes
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

  /// Notes that a container, or a member of one, came or went.
  func noteStructure() { structure += 1 }

  /// Replaces the root by a new reference.
  func replaceRoot(_ node: JSONNode) {
    writes += 1
    noteStructure()
    let old = root
    root = node
    old.releaseDeep()
  }

  /// The store has ended: nobody asks for the state any more.
  package func forget() {
    replaceRoot(.null)
  }

  /// The root, made this document's alone: written in place if nobody holds a snapshot of it.
  func uniqueRoot() -> JSONNode? {
    writes += 1
    if root.isUnique || !root.isContainer { return root }
    guard let copy = root.shallowCopy() else { return nil }
    replaceRoot(copy)
    return copy
  }

  /// Whether a value may be put at a depth of the state, by the limits of nesting and size. Adds its size
  /// to `mostNodes`.
  ///
  /// What was replaced still counts until the bound is reached; then the state is measured again.
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

  package func place(at pointer: JSONPointer) -> WatchedNode { places.makeChild(pointer) }

  /// Releases a place, which is removed if nothing else needs it, once no cursor is in the state.
  package func release(_ place: WatchedNode) {
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
  func stepEnded() { if !departing.isEmpty { forgetDeparting() } }

  @inline(never)
  private func forgetDeparting() {
    // Released places first, since they may be inside of rows that go.
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
    changes.endBurst()
    commit += 1
    while let place = touched.popLast() {
      place.observersHere?.with { tell($0) }
    }
  }
}

// MARK: - Slots

extension JSONDocument {
  /// Takes the first state in: what operators need of it is checked, and set up before the first action.
  /// - Throws: what an operator could not use, and where.
  package func declare(_ shape: JSONShape) throws(JSONError) {
    if let whole = try shape.taken(root, identifiers) {
      mostNodes = try JSONMeasure.check(whole.node).nodes
      replaceRoot(whole.retained())
    }
    var root = JSONState(self)
    places.claim(shape, 0)
    self.shape = shape
    try shape.setUp(&root, JSONDescent(mustRead: true))
    // Nobody is told of the first state; later writes belong to another burst.
    endBurst()
  }

  /// The slot at a pointer, as it is now; nil where no layer is attached.
  package func slot(at pointer: JSONPointer) -> PresentationRecord? {
    var root = JSONState(self)
    let found: PresentationRecord?? = root.visit(pointer) { cursor in
      let slot = cursor.slot ?? layout.slotOptions(at: pointer.keys).map { cursor.makeSlot($0) }
      slot?.reconcile(cursor.node, in: self)
      return slot
    }
    if let found { return found }
    // If the containers around the slot are gone, nothing is presented.
    let slot = places.existing(pointer)?.slot
    slot?.end()
    return slot
  }
}
