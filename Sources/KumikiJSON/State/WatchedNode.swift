internal import Kumiki

/// A place in a state that is observed, or that an operator is attached to.
///
/// The places of a document form a tree of their own beside the state, with a node for each step of each
/// pointer that was asked for. A write walks this tree along with the cursor and so meets the places that
/// it concerns; observers elsewhere cost it nothing.
package final class WatchedNode {
  private let key: JSONPointer
  /// The place above holds this one. Nil for the root, and for what has left the tree.
  private(set) var parentHere: Uncounted<WatchedNode>?
  private var children = WatchedNodeTable()
  /// The places one step below that go by key or index.
  private(set) var indexed: [WatchedNode] = []
  /// Where this is among those of the place above.
  private var position = 0
  /// Of a row: the id by which the place above has it.
  private var rowID: JSONRowID?
  /// Where rows are attached: their places, by id and not by index.
  var rowChildren: [JSONRowID: WatchedNode] = [:]
  var rows: JSONRows? {
    didSet {
      rows?.place = Uncounted(self)
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
  /// The rows that left in the running burst, as they were.
  var departed: [JSONRowID: JSON] = [:]

  package var slot: PresentationRecord? {
    didSet {
      slot?.place = Uncounted(self)
      slotHere = slot.map { Uncounted($0) }
    }
  }
  /// `slot` as an unmanaged reference, read at every step.
  private(set) var slotHere: Uncounted<PresentationRecord>?
  /// What operators need of this place. Values are checked and set up by it.
  private(set) var claims = JSONClaims()
  /// What features in another language keep beside their JSON here.
  var cells: [any TypedSubstate] = []
  /// What can be undone in what is here.
  var histories: [JSONHistory] = []
  /// Those who observe this place; made for the first of them.
  private(set) var observers: ObserverGroup? {
    didSet { observersHere = observers.map { Uncounted($0) } }
  }
  /// As `observers`, for those who look at every write and must not count.
  private(set) var observersHere: Uncounted<ObserverGroup>?
  /// How many holds keep the last value exactly here, and here or below; and that value.
  private(set) var holders = 0
  private(set) var heldBelow = 0
  var last: JSON?
  /// The commit before which this place was last reached by a write.
  var stamp: UInt64 = 0
  /// Where the step from above led last.
  var trace = JSONTrace.none

  /// `key` is one step. The root and a row are not reached by it.
  init(parent: WatchedNode?, key: JSONPointer = .nameless, rowID: JSONRowID? = nil) {
    self.rowID = rowID
    parentHere = parent.map { Uncounted($0) }
    self.key = key
    step = key.segments.step(0)
  }

  deinit { children.removeAll() }

  /// The key or index by which this place is reached from the one above.
  var segment: JSONPointer.Segment { key.segments[0] }

  /// The segment as a cursor's step; valid while this object lives.
  let step: JSONSegmentRef

  /// Whether there are neither rows here nor places below.
  var isLeaf: Bool { !hasRows && indexed.isEmpty && rowChildren.isEmpty }

  /// Whether only watchers are here: no claims, nothing kept, and no places below. A write here concerns
  /// the watchers alone.
  var isBare: Bool {
    isLeaf && slotHere == nil && heldBelow == 0 && claims.isEmpty && assigned == 0
  }

  /// Somebody observes exactly this place.
  var isObserved: Bool {
    guard let observersHere else { return false }
    return observersHere.with { !$0.isEmpty }
  }

  /// Those who observe this place, for one more.
  func makeObservers() -> ObserverGroup {
    if observers == nil { observers = ObserverGroup() }
    return observers!
  }

  /// Drops all that operators need of this place and keep for it.
  func forgetOperators() {
    claims = JSONClaims()
    slot = nil
    rows = nil
    cells = []
    assigned = 0
  }

  /// The keys that lead here in a state; nil where a row on the way is not there.
  ///
  /// - Parameter place: where the state begins; the root's unless given.
  func keys(in root: JSONNode, from place: WatchedNode? = nil) -> [String]? {
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
    return keys
  }

  /// Where the row with an id is in the rows here; nil where it is not.
  func index(of id: JSONRowID, in array: JSONNode?) -> Int? {
    guard let array, array.isArray else { return nil }
    return rows?.index(of: id.node, in: array)
  }

  /// Adds a claim: the shape of an operator, `step` of whose keys lead here.
  func claim(_ shape: JSONShape, _ step: Int) { claims.insert(shape, step) }

  /// Changes with each write of exactly this place, by which an alert is distinguished from an equal one;
  /// 0 until it is asked for.
  var assigned: UInt64 = 0

  /// The places one step below.
  var below: [WatchedNode] { rowChildren.isEmpty ? indexed : indexed + rowChildren.values }

  /// What stands here in a value for the place above, borrowed.
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
    isBare && rows == nil && cells.isEmpty && histories.isEmpty && !isObserved && departed.isEmpty
  }

  /// Removes the place if nothing needs it any more, and then the places above that only led here. No
  /// cursor may be in the state.
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
  func hold(_ number: Int) {
    holders += number
    if holders == 0 { last = nil }
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

  /// Calls `body` with each place below. By a list and not by recursion, since they may be as deep as a
  /// state; `body` may let go of what is below the place.
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
