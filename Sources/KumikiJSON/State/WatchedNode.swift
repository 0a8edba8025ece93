internal import Kumiki

/// A place in a state that is observed, or that an operator is attached to.
///
/// The places of a document form a tree beside the state, with a node for each step of each requested
/// pointer. A write walks this tree along with the cursor and so meets the places it concerns; observers
/// elsewhere cost it nothing.
package final class WatchedNode {
  private let key: JSONPointer
  /// Unowned: the place above holds this one. Nil for the root, and for a place that has left the tree.
  private(set) var parentHere: Uncounted<WatchedNode>?
  private var children = WatchedNodeTable()
  /// The places one step below that go by key or index.
  private(set) var indexed: [WatchedNode] = []
  /// The index of this place in the `indexed` of the place above.
  private var position = 0
  /// For a row: its id in the place above.
  private var rowID: JSONRowID?
  /// The places of attached rows, by id instead of index.
  var rowChildren: [JSONRowID: WatchedNode] = [:]
  var rows: JSONRows? {
    didSet {
      hasRows = rows != nil
      rowsHere = rows.map { Uncounted($0) }
      idStep = rows?.idKey.step
      hasCases = rows?.form.hasCases ?? false
    }
  }
  // Whether `rows` is set, without retaining it.
  private(set) var hasRows = false
  private(set) var rowsHere: Uncounted<JSONRows>?
  private(set) var idStep: JSONSegmentRef?
  private(set) var hasCases = false
  /// The rows that left in the running burst, with their last values.
  var departed: [JSONRowID: JSON] = [:]

  package var slot: PresentationRecord? {
    didSet {
      slot?.place = self
      slotHere = slot.map { Uncounted($0) }
      noteKept()
    }
  }
  /// `slot` as an unmanaged reference, read at every step.
  private(set) var slotHere: Uncounted<PresentationRecord>?
  /// The operators' requirements of this place. Values are checked and set up by them.
  private(set) var requirements = JSONRequirements()
  /// The typed states that features in another language keep beside their JSON here.
  var substates: [any TypedSubstate] = [] { didSet { noteKept() } }
  /// The undo histories of parts of the value here.
  var histories: [JSONHistory] = [] {
    didSet {
      noteKept()
      if !histories.isEmpty { keeping.insert(withHistories: self) }
    }
  }
  /// The places of the whole tree that keep something that a snapshot has.
  let keeping: KeepingPlaces
  /// Whether this is one of them.
  private var isKeeping = false
  /// The indexes of rows at or below this place.
  var indexes: [JSONRowIndex] = []
  /// The observers of this place; made for the first one.
  private(set) var observers: ObserverGroup? {
    didSet { observersHere = observers.map { Uncounted($0) } }
  }
  /// Same as `observers`, without reference counting. For code that runs on every write.
  private(set) var observersHere: Uncounted<ObserverGroup>?
  /// How many derived values were computed from this place.
  var readers = 0
  /// How many lists there are of the rows here.
  var listings = 0
  /// The stamp of these rows when they last left with a held part around them.
  var leftStamp: UInt64 = 0
  /// How many holds there are exactly here, and here or below; then the value they keep.
  private(set) var holders = 0
  private(set) var heldBelow = 0
  var last: JSON?
  /// The commit in which a write last reached this place.
  var stamp: UInt64 = 0
  /// Where the step from above led last.
  var trace = JSONLookup.none

  /// `key` is one step. The root and rows are not reached by one.
  init(parent: WatchedNode?, key: JSONPointer = .nameless, rowID: JSONRowID? = nil) {
    self.rowID = rowID
    keeping = parent?.keeping ?? KeepingPlaces()
    parentHere = parent.map { Uncounted($0) }
    self.key = key
    step = key.segments.step(0)
  }

  deinit {
    if isKeeping { keeping.remove(self) }
    children.removeAll()
  }

  /// Called after something came or went that a snapshot has.
  func noteKept() {
    let keeps =
      !substates.isEmpty || !histories.isEmpty || slotHere?.with { $0.mayPresent } ?? false
    if keeps == isKeeping { return }
    isKeeping = keeps
    if keeps { keeping.insert(self) } else { keeping.remove(self) }
  }

  /// The key or index of this place in the one above.
  var segment: JSONPointer.Segment { key.segments[0] }

  /// The segment as a cursor's step; valid while this object lives.
  let step: JSONSegmentRef

  /// Whether there are no rows here and no places below.
  var isLeaf: Bool { !hasRows && indexed.isEmpty && rowChildren.isEmpty }

  /// Whether there are only observers here: no requirements, nothing kept, and no places below. A write here
  /// concerns only them.
  var isBare: Bool {
    isLeaf && slotHere == nil && heldBelow == 0 && requirements.isEmpty && assigned == 0
  }

  /// Whether the place has to stay while nothing is attached to it.
  var isInUse: Bool { readers > 0 || isObserved }

  /// Whether somebody observes exactly this place.
  var isObserved: Bool {
    guard let observersHere else { return false }
    return observersHere.with { !$0.isEmpty }
  }

  /// The group of this place's observers, made if needed.
  func makeObservers() -> ObserverGroup {
    if observers == nil { observers = ObserverGroup() }
    return observers!
  }

  /// Drops the operators' requirements of this place and what they keep for it.
  func forgetOperators() {
    requirements = JSONRequirements()
    slot = nil
    rows = nil
    substates = []
    indexes = []
    assigned = 0
  }

  /// The keys that lead here in a state; nil where a row on the way is not there.
  ///
  /// - Parameter place: where the state begins; the root's unless given.
  func keys(in root: JSONNode, from place: WatchedNode? = nil) -> [String]? {
    find(in: root, from: place)?.keys
  }

  /// The same with the value here.
  func find(
    in root: JSONNode, from place: WatchedNode? = nil
  ) -> (keys: [String], node: JSONNode?)? {
    var way = [self]
    while way.last !== place, let above = way.last?.parentHere?.object { way.append(above) }
    var node: JSONNode? = root
    var keys: [String] = []
    for (above, place) in zip(way.reversed(), way.reversed().dropFirst()) {
      guard let id = place.rowID else {
        keys.append(place.segment.text)
        node = node.flatMap { place.member(of: $0) }
        continue
      }
      guard let index = above.index(of: id, in: node) else { return nil }
      keys.append("\(index)")
      node = node?.element(index)
    }
    return (keys, node)
  }

  /// The index of the row with an id; nil if there is none.
  func index(of id: JSONRowID, in array: JSONNode?) -> Int? {
    rows?.index(of: id.node, in: array)
  }

  /// Adds a requirement: the shape of an operator. The first `step` of its keys lead here.
  func require(_ shape: JSONShape, _ step: Int) { requirements.insert(shape, step) }

  /// Changes with each write of exactly this place, to tell an alert from an equal one; 0 until first
  /// requested.
  var assigned: UInt64 = 0

  /// The places one step below.
  var below: [WatchedNode] { rowChildren.isEmpty ? indexed : indexed + rowChildren.values }

  /// The value of this place in the value of the place above, borrowed.
  func member(of value: JSONNode) -> JSONNode? {
    withExtendedLifetime(key) { segment.child(of: value) }
  }

  @inline(__always)
  func child(_ segment: JSONPointer.Segment) -> Uncounted<WatchedNode>? { children[segment] }

  /// The place that a pointer leads to, if it exists.
  func existing(_ pointer: JSONPointer) -> WatchedNode? {
    var place: WatchedNode? = self
    for segment in pointer.segments { place = place?.child(segment)?.object }
    return withExtendedLifetime(pointer) { place }
  }

  /// The place one step below, made if needed.
  func makeChild(_ segment: JSONPointer.Segment) -> WatchedNode {
    if let child = children[segment] { return child.object }
    let made = WatchedNode(parent: self, key: JSONPointer(keys: [segment.text]))
    made.position = indexed.count
    indexed.append(made)
    children.insert(indexed)
    return made
  }

  /// Whether nothing observes or needs this place or one below, and nothing is kept for it.
  private var isForgotten: Bool {
    isBare && rows == nil && substates.isEmpty && histories.isEmpty && indexes.isEmpty
      && !isInUse && departed.isEmpty
  }

  /// Removes the place if nothing needs it any more, and then the places above that only led here. There
  /// must be no cursor in the state.
  func prune() {
    var place = self
    while place.isForgotten, let parent = place.parentHere?.object {
      place.parentHere = nil
      parent.remove(place)
      place = parent
    }
  }

  private func remove(_ child: WatchedNode) {
    if let id = child.rowID {
      if rowChildren[id] === child { rowChildren[id] = nil }
      return
    }
    children.remove(child)
    let last = indexed.removeLast()
    if last !== child {
      indexed[child.position] = last
      last.position = child.position
    }
    if indexed.isEmpty { forgetIndexed() }
  }

  private func forgetIndexed() {
    children.removeAll()
    indexed = []
  }

  /// Adds holds, or removes some if the number is negative.
  ///
  /// - Parameter keepsValue: whether the last value here is kept; otherwise only `leftStamp` is noted.
  func hold(_ number: Int, keepsValue: Bool = true) {
    if keepsValue {
      holders += number
      if holders == 0 { last = nil }
    }
    var place: WatchedNode? = self
    while let here = place {
      here.heldBelow += number
      place = here.parentHere?.object
    }
  }

  /// Releases the tree below without recursing as deep as it is.
  func dismantle() {
    forEachBelow { $0.forgetBelow() }
    forgetBelow()
  }

  /// Calls `body` with each place below. Uses a list instead of recursion, because the tree may be as
  /// deep as a state. `body` may release the places below its own.
  func forEachBelow(_ body: (WatchedNode) -> Void) {
    var stack = below
    while let place = stack.popLast() {
      stack += place.below
      body(place)
    }
  }

  private func forgetBelow() {
    forgetIndexed()
    rowChildren = [:]
  }
}

extension JSONPointer {
  fileprivate static let nameless = JSONPointer(keys: [""])
}
