internal import KumikiValues

/// The writes to a state, as a tree of the written places. Patches and inverse patches are made from it.
///
/// Current values are looked up on demand, so nothing is retained that a later write would have to copy. Old
/// values are kept only if an inverse patch is wanted. The nodes are in one array and refer to each other by
/// index, so recording a write usually allocates nothing, and a tree as deep as a state is released without
/// recursion. Memory of earlier writes is reused.
package final class JSONChanges {
  /// The value of a place before it was replaced.
  enum Before {
    /// Only places below were written.
    case untouched
    case nothing
    /// A scalar; or, if an inverse patch is wanted, a container as it was when it was replaced. Retained by the
    /// record.
    case value(JSONNode)
    /// A container that was not kept.
    case container
  }

  /// A change to an array's elements. The indices are those at the time of the change.
  enum Edit {
    case insert(Int, node: Int)
    /// The removed value if an inverse patch is wanted, and the node of earlier writes inside it; -1 for none.
    case remove(Int, JSON?, node: Int)
    case move(Int, Int)
  }

  /// A place that was written, or that has a written place below it.
  struct Node {
    /// For a member: the range of its key in the bytes of all keys, and the key's hash.
    fileprivate var key = 0..<0
    fileprivate var hash: UInt = 0
    /// For an element: its current index; -1 for a member, and for an element that was removed.
    fileprivate(set) var index = -1
    fileprivate var parent = 0
    /// The first and last place below, and the next sibling; -1 if missing.
    fileprivate var first = -1
    fileprivate var last = -1
    fileprivate var next = -1
    fileprivate var count = 0
    /// An upper bound of the indices of the elements below.
    fileprivate var highest = -1
    /// Whether the places below are in the table `many`.
    fileprivate var isIndexed = false
    fileprivate(set) var before = Before.untouched
    fileprivate(set) var isInserted = false
    /// The index of its list in `edits`; -1 if it has none.
    fileprivate var list = -1
    /// The index in `rows` of the writes to members of its elements, which have no nodes yet; otherwise -1.
    fileprivate var rows = -1

    /// Whether the value here is new as a whole.
    var isWhole: Bool {
      if case .untouched = before { return isInserted }
      return true
    }
    /// Whether a value below this place was written.
    var hasInside: Bool { first >= 0 || hasEdits || rows >= 0 }
    /// Whether elements of the array here were inserted, removed or moved.
    var hasEdits: Bool { list >= 0 }
  }

  /// The first node is the root of the tree. Nodes from `count` on are unused.
  @safe @exclusivity(unchecked) private var nodes = ManualArray<Node>()
  @safe @exclusivity(unchecked) private var count = 0
  /// The bytes of all keys, one after another.
  @safe @exclusivity(unchecked) private var keys = ManualArray<UInt8>()
  @safe @exclusivity(unchecked) private var keyBytes = 0
  /// The edits of arrays.
  private var lists: [[Edit]] = []
  private var rows: [[JSONRowsWrite]] = []
  /// The places below nodes that have many of them, by parent and by the key's hash or the index.
  private var many: [Child: Int] = [:]
  /// Up to this number, places are searched linearly.
  private static let few = 8

  private struct Child: Hashable {
    let parent: Int
    let isElement: Bool
    let name: UInt
  }

  /// Whether an inverse patch is wanted, so that replaced values are kept.
  private(set) var keepsBefore: Bool

  /// The last list of written places, reused unless it was kept.
  var named: JSON?
  /// The text of a place's path, while the tree is walked.
  @safe @exclusivity(unchecked) var path = JSONPathText()

  package init(keepsBefore: Bool) { self.keepsBefore = keepsBefore }

  deinit {
    releaseValues()
    nodes.free()
    keys.free()
  }

  package var isEmpty: Bool { count == 0 }

  /// Drops all changes but keeps the memory.
  func reset(keepsBefore: Bool = false) {
    releaseValues()
    self.keepsBefore = keepsBefore
    (count, keyBytes) = (0, 0)
    if !lists.isEmpty { lists = [] }
    if !rows.isEmpty { rows = [] }
    if !many.isEmpty { many = [:] }
  }

  private func releaseValues() {
    for node in 0..<count { if case .value(let old) = nodes[node].before { old.releaseDeep() } }
  }

  // MARK: Reading

  /// The root of the tree. It exists unless nothing was written.
  static var root: Int { 0 }

  subscript(node: Int) -> Node { @inline(__always) _read { yield nodes[node] } }

  /// Returns the insertions, removals and moves of an array's elements, in their order.
  func edits(of node: Int) -> [Edit] { nodes[node].hasEdits ? lists[nodes[node].list] : [] }

  /// Calls `body` with the places below a node: members in the order of their first write, elements that still
  /// exist by their index.
  @inline(__always)
  func forEach(below node: Int, _ body: (Int) -> Void) {
    if nodes[node].rows >= 0 { addRows(node) }
    let first = nodes[node].first
    if first < 0 { return }
    // Usually the node has one.
    if nodes[first].next < 0 { return body(first) }
    below(node, isOrdered: nodes[first].index >= 0).forEach(body)
  }

  // Not inlined, because each caller would have a sort of its own.
  @inline(never)
  private func below(_ node: Int, isOrdered: Bool = false) -> [Int] {
    var found: [Int] = []
    found.reserveCapacity(nodes[node].count)
    var child = nodes[node].first
    var (last, isDone) = (-1, true)
    while child >= 0 {
      found.append(child)
      if nodes[child].index < last { isDone = false }
      last = nodes[child].index
      child = nodes[child].next
    }
    return isDone || !isOrdered
      ? found : found.ordered { nodes[$0].index < nodes[$1].index }
  }

  /// Returns the value of a place below in its container, borrowed; nil if it is missing.
  func child(_ node: Int, of container: JSONNode) -> JSONNode? {
    nodes[node].index >= 0 ? container.element(nodes[node].index) : member(node, of: container)
  }

  private func member(_ node: Int, of value: JSONNode) -> JSONNode? {
    value.member(keys.part(nodes[node].key))
  }

  /// Appends the step to a place to the path of the place above, which is in an existing value.
  func appendToPath(_ node: Int) {
    let (index, key) = (nodes[node].index, nodes[node].key)
    if index >= 0 { return path.append(index: index) }
    path.append(key: keys.part(key))
  }

  /// Returns the place one step below; nil if it was not written.
  func child(_ segment: JSONPointer.Segment, isElement: Bool, of node: Int) -> Int? {
    if nodes[node].rows >= 0 { addRows(node) }
    var child = nodes[node].first
    while child >= 0 {
      if leads(segment, isElement, to: child) { return child }
      child = nodes[child].next
    }
    return nil
  }

  @inline(__always)
  private func leads(_ segment: JSONPointer.Segment, _ isElement: Bool, to child: Int) -> Bool {
    if isElement { return nodes[child].index == segment.index && segment.index >= 0 }
    guard nodes[child].hash == segment.hash else { return false }
    let key = nodes[child].key
    return keys.part(key).isEqual(to: segment.raw)
  }

  // MARK: Recording

  func note(_ write: JSONWrite, _ place: JSONWritePlace) {
    guard let node = node(place) else { return }
    if case .rows(let rows) = write { return put(rows.object, node) }
    if !rows.isEmpty, nodes[node].rows >= 0 { addRows(node) }
    switch write {
    case .written(let old, _): replace(node, old)
    case .inserted(let index, _): insert(index, into: node)
    case .removed(let index, let old): remove(index, from: node, old)
    case .moved(let source, let target): if source != target { move(source, to: target, in: node) }
    case .rows: break
    }
  }

  /// Returns the node for a place; nil if it is inside a value that is new as a whole.
  private func node(_ place: JSONWritePlace, from top: Int = JSONChanges.root) -> Int? {
    nodes.reserve(count + place.count + 1, Node())
    if count == 0 {
      nodes[Self.root] = Node()
      count = 1
    }
    let hasRows = !rows.isEmpty
    var node = top
    for index in 0..<place.count {
      if nodes[node].isWhole { return nil }
      if hasRows, nodes[node].rows >= 0 { addRows(node) }
      node = makeChild(place[index].segment, isElement: place[index].isElement, of: node)
    }
    return nodes[node].isWhole ? nil : node
  }

  @inline(__always)
  private func replace(_ node: Int, _ old: JSONNode?) {
    if !keepsBefore { (nodes[node].first, nodes[node].list) = (-1, -1) }
    guard let old else { return nodes[node].before = .nothing }
    nodes[node].before =
      keepsBefore || !old.isContainer ? .value(old.retained()) : .container
  }

  private func insert(_ index: Int, into array: Int) {
    shift(array, from: index) { $0 < index ? $0 : $0 + 1 }
    append(.insert(index, node: add(to: array, index: index, isInserted: true)), to: array)
  }

  private func remove(_ index: Int, from array: Int, _ old: JSONNode?) {
    var removed = -1
    var before = -1
    var child = index > nodes[array].highest ? -1 : nodes[array].first
    while child >= 0 {
      let next = nodes[child].next
      if nodes[child].index == index {
        removed = child
        unlink(child, after: before)
      } else {
        if nodes[child].index > index { nodes[child].index -= 1 }
        before = child
      }
      child = next
    }
    if removed >= 0 { nodes[removed].index = -1 }
    nodes[array].isIndexed = nodes[array].isIndexed && nodes[array].highest < index
    let kept = keepsBefore ? old.map(JSON.init(borrowing:)) : .none
    append(.remove(index, kept, node: removed), to: array)
  }

  private func move(_ source: Int, to target: Int, in array: Int) {
    shift(array, from: min(source, target)) { index in
      if index == source { return target }
      let left = index > source ? index - 1 : index
      return left >= target ? left + 1 : left
    }
    append(.move(source, target), to: array)
  }

  // MARK: Members of rows

  /// The writes to members of an array's elements, if the array has no other writes inside; otherwise none.
  func rowsWrites(of node: Int) -> [JSONRowsWrite] {
    nodes[node].rows >= 0 ? rows[nodes[node].rows] : []
  }

  /// Keeps a write as it is. Nodes for its elements are made when they are read, or when there are other writes.
  private func put(_ write: JSONRowsWrite, _ array: Int) {
    if nodes[array].rows >= 0 { return rows[nodes[array].rows].append(write) }
    nodes[array].rows = rows.count
    rows.append([write])
    if nodes[array].first >= 0 || nodes[array].hasEdits { addRows(array) }
  }

  @inline(never)
  private func addRows(_ array: Int) {
    let writes = rowsWrites(of: array)
    nodes[array].rows = -1
    for write in writes {
      write.forEach(at: JSONWritePlace(end: 0)) { write, place in
        guard case .written(let old, _) = write, let node = node(place, from: array) else { return }
        replace(node, old)
      }
    }
  }

  private func append(_ edit: Edit, to array: Int) {
    if !nodes[array].hasEdits {
      nodes[array].list = lists.count
      lists.append([])
    }
    lists[nodes[array].list].append(edit)
  }

  /// Renumbers the written elements from an index on.
  private func shift(_ array: Int, from first: Int, _ moved: (Int) -> Int) {
    guard first <= nodes[array].highest else { return }
    nodes[array].isIndexed = false
    var highest = -1
    var child = nodes[array].first
    while child >= 0 {
      let index = moved(nodes[child].index)
      nodes[child].index = index
      if index > highest { highest = index }
      child = nodes[child].next
    }
    nodes[array].highest = highest
  }

  // MARK: Places

  @inline(__always)
  private func makeChild(_ segment: JSONPointer.Segment, isElement: Bool, of parent: Int) -> Int {
    if nodes[parent].first >= 0, let known = find(segment, isElement, in: parent) {
      return known
    }
    if isElement { return add(to: parent, index: segment.index) }
    let key = keyBytes..<keyBytes + segment.raw.count
    keys.reserve(key.upperBound, 0)
    segment.raw.copy(into: keys, at: keyBytes)
    keyBytes = key.upperBound
    return add(to: parent, key: key, hash: segment.hash)
  }

  private func add(
    to parent: Int, key: Range<Int> = 0..<0, hash: UInt = 0, index: Int = -1,
    isInserted: Bool = false
  ) -> Int {
    let number = count
    nodes.reserve(number + 1, Node())
    nodes[number] = Node(
      key: key, hash: hash, index: index, parent: parent, isInserted: isInserted)
    if nodes[parent].first < 0 {
      nodes[parent].first = number
    } else {
      nodes[nodes[parent].last].next = number
    }
    nodes[parent].last = number
    nodes[parent].count += 1
    nodes[parent].highest = max(nodes[parent].highest, index)
    count += 1
    if nodes[parent].isIndexed { enter(number) }
    return number
  }

  private func unlink(_ child: Int, after before: Int) {
    let parent = nodes[child].parent
    let next = nodes[child].next
    if before < 0 { nodes[parent].first = next } else { nodes[before].next = next }
    if nodes[parent].last == child { nodes[parent].last = before }
    nodes[child].next = -1
    nodes[parent].count -= 1
  }

  private func find(_ segment: JSONPointer.Segment, _ isElement: Bool, in parent: Int) -> Int? {
    // Many writes go through an array from its start to its end.
    if isElement, segment.index > nodes[parent].highest { return nil }
    if nodes[parent].count > Self.few {
      if !nodes[parent].isIndexed { index(parent) }
      let name = isElement ? UInt(bitPattern: segment.index) : segment.hash
      let child = Child(parent: parent, isElement: isElement, name: name)
      guard let found = many[child] else { return nil }
      if leads(segment, isElement, to: found) { return found }
    }
    return child(segment, isElement: isElement, of: parent)
  }

  private func index(_ parent: Int) {
    for child in below(parent) { enter(child) }
    nodes[parent].isIndexed = true
  }

  private func enter(_ number: Int) {
    let node = nodes[number]
    let name = node.index >= 0 ? UInt(bitPattern: node.index) : node.hash
    many[Child(parent: node.parent, isElement: node.index >= 0, name: name)] = number
  }
}
