/// The rows of a list in their order: a B+ tree with counts. It finds a row by its entry, rank or key, and the total
/// of a range of rows, in O(log *n*).
///
/// The tree does not know the rows. It compares the starts of their keys, and calls `isBefore` for two entries with
/// equal starts.
final class RowTree {
  @safe @exclusivity(unchecked) private var root: OrderedNode
  /// The leaf that contains an entry; nil for an entry that is not in the tree.
  @safe @exclusivity(unchecked) private var homes: ContiguousArray<Uncounted<OrderedNode>?> = []
  private let numbers: RowNumbers
  private let isBefore: ((Int32, Int32) -> Bool?)?
  /// The maximum number of rows in a leaf, and of nodes in a branch. Temporarily there is one more.
  private static let most = 72

  /// - Parameters:
  ///   - columns: How many numbers each row has.
  ///   - isBefore: Which of two rows with the same prefix comes first by its whole key; nil if the keys are equal.
  ///     Pass nil if the prefixes are the whole keys.
  init(columns: Int, isBefore: ((Int32, Int32) -> Bool?)?) {
    numbers = RowNumbers(columns: columns)
    self.isBefore = isBefore
    root = OrderedNode(Uncounted(numbers), width: 0)
    none = ContiguousArray(repeating: nil, count: columns)
    gone = none
  }

  /// The numbers of no row, and the former numbers of a row. Kept to reuse their memory.
  private let none: ContiguousArray<RowNumber?>
  @safe @exclusivity(unchecked) private var gone: ContiguousArray<RowNumber?>

  @safe @exclusivity(unchecked) private(set) var count = 0
  private var columns: Int { none.count }

  func contains(_ entry: Int32) -> Bool { entry < homes.count && homes[Int(entry)] != nil }

  // MARK: Finding

  /// Returns the entry at a rank, which must exist.
  func entry(at rank: Int) -> Int32 {
    var (node, left) = (Uncounted(root), rank)
    while true {
      let found: Int32? = node.with { here in
        if here.isLeaf { return here.orders[left].entry }
        var index = 0
        while left >= here.counts[index] {
          left -= here.counts[index]
          index += 1
        }
        node = here.children[index]
        return nil
      }
      if let found { return found }
    }
  }

  /// Returns the rank of an entry that is in the tree.
  func rank(of entry: Int32) -> Int {
    homes[Int(entry)]!.with { rank(of: index(of: entry, in: $0), in: $0) }
  }

  /// Returns the ranks of all entries, by entry.
  func ranks() -> ContiguousArray<Int> {
    var ranks = ContiguousArray(repeating: 0, count: homes.count)
    var (waiting, rank) = ([root], 0)
    while let node = waiting.popLast() {
      waiting += node.children.reversed().map(\.object)
      if !node.isLeaf { continue }
      for order in node.orders {
        ranks[Int(order.entry)] = rank
        rank += 1
      }
    }
    return ranks
  }

  /// Returns the number of rows before the first row that satisfies `isReached`. All later rows must satisfy it too.
  func rank(where isReached: (Int32) -> Bool) -> Int {
    var (node, rank) = (root, 0)
    while true {
      let index = node.index { isReached($0.entry) }
      if node.isLeaf { return rank + index }
      if index == 0 { return rank }
      for skipped in node.counts[..<(index - 1)] { rank += skipped }
      node = node.children[index - 1].object
    }
  }

  /// Returns the total of a range of rows in a column. Stale totals are computed again, which takes as much work as
  /// the changes since then took.
  func total(of column: Int, _ range: Range<Int>) -> RowTotal {
    var total = RowTotal()
    var waiting = [(root, range)]
    while let (node, range) = waiting.popLast() {
      if node.isLeaf {
        node.add(range, column, to: &total)
        continue
      }
      var start = 0
      for (index, count) in node.counts.enumerated() {
        let part = range.clamped(to: start..<start + count)
        if part.count == count {
          node.add(index..<index + 1, column, to: &total)
        } else if !part.isEmpty {
          waiting.append(
            (node.children[index].object, part.lowerBound - start..<part.upperBound - start))
        }
        start += count
      }
    }
    return total
  }

  private func index(of entry: Int32, in leaf: OrderedNode) -> Int {
    for index in 0..<leaf.width where leaf.orders[index].entry == entry { return index }
    preconditionFailure("an entry is not in its leaf")
  }

  private func rank(of index: Int, in leaf: OrderedNode) -> Int {
    var rank = index
    var here = Uncounted(leaf)
    while let above = here.with({ $0.parent }) {
      let position = here.with { $0.position }
      rank += above.with { $0.count(before: position) }
      here = above
    }
    return rank
  }

  @inline(__always)
  func comes(_ one: RowOrder, before other: RowOrder) -> Bool {
    if one.prefix != other.prefix { return one.prefix < other.prefix }
    return isBefore?(one.entry, other.entry) ?? (one.label < other.label)
  }

  // MARK: Changing

  /// Puts an entry, with its numbers, into its place.
  ///
  /// - Returns: The rank of the entry.
  func insert(_ order: RowOrder, _ row: ContiguousArray<RowNumber?>) -> Int {
    numbers.put(order.entry, row)
    return place(order, row)
  }

  private func place(_ order: RowOrder, _ row: ContiguousArray<RowNumber?>) -> Int {
    count += 1
    let entry = Int(order.entry)
    while homes.count <= entry { homes.append(nil) }
    var here = Uncounted(root)
    var index = 0
    while true {
      let isLeaf = here.with { node in
        index = node.index { comes(order, before: $0) }
        return node.isLeaf
      }
      if isLeaf { break }
      here = here.with { $0.children[max(0, index - 1)] }
    }
    homes[entry] = here
    return here.with { leaf in
      leaf.orders.insert(order, at: index)
      let rank = index + update(above: leaf, index, by: 1, none, row)
      if leaf.width > Self.most { split(leaf) }
      return rank
    }
  }

  /// Removes an entry.
  ///
  /// - Returns: The former rank of the entry.
  func remove(_ entry: Int32) -> Int {
    numbers.replace(entry, by: none, noting: &gone)
    return homes[Int(entry)]!.with { take(entry, at: index(of: entry, in: $0), of: $0) }
  }

  private func take(_ entry: Int32, at index: Int, of leaf: OrderedNode) -> Int {
    homes[Int(entry)] = nil
    count -= 1
    leaf.orders.remove(at: index)
    let rank = index + update(above: leaf, index, by: -1, gone, none)
    if leaf.width < Self.most / 4 { join(leaf) }
    return rank
  }

  /// Moves an entry of the tree to its current place, with new numbers.
  ///
  /// - Returns: The former and the new rank of the entry.
  func change(_ order: RowOrder, _ row: ContiguousArray<RowNumber?>) -> (old: Int, new: Int) {
    let entry = order.entry
    numbers.replace(entry, by: row, noting: &gone)
    return homes[Int(entry)]!.with { leaf in
      let index = index(of: entry, in: leaf)
      // If the entry fits between its neighbours, it stays.
      guard let before = neighbour(of: index, in: leaf, -1), comes(before, before: order),
        let next = neighbour(of: index, in: leaf, 1), comes(order, before: next)
      else { return (take(entry, at: index, of: leaf), place(order, row)) }
      leaf.orders[index] = order
      let rank = index + update(above: leaf, index, by: 0, gone, row)
      return (rank, rank)
    }
  }

  /// Returns the entry before or after another one. Nil if neither the leaf nor the leaf beside it has one.
  private func neighbour(of index: Int, in leaf: OrderedNode, _ step: Int) -> RowOrder? {
    if leaf.orders.indices.contains(index + step) { return leaf.orders[index + step] }
    let position = leaf.position + step
    return leaf.parent?.with { branch in
      guard branch.children.indices.contains(position) else { return nil }
      return branch.children[position].with { step < 0 ? $0.orders.last : $0.orders.first }
    }
  }

  /// Gives an entry another label, and moves it to the label's place.
  ///
  /// - Returns: The former and the new rank of the entry.
  func relabel(_ entry: Int32, _ label: UInt64) -> (old: Int, new: Int) {
    var order = homes[Int(entry)]!.with { $0.orders[index(of: entry, in: $0)] }
    order.label = label
    return change(order, numbers[entry])
  }

  /// Updates the data that the branches store for a leaf, after a row was changed, inserted or removed.
  ///
  /// - Parameters:
  ///   - index: The index in the leaf.
  ///   - old: The row's former numbers.
  ///   - new: The row's new numbers.
  /// - Returns: The rank of the leaf's first row.
  @discardableResult
  private func update(
    above leaf: OrderedNode, _ index: Int, by difference: Int, _ old: ContiguousArray<RowNumber?>,
    _ new: ContiguousArray<RowNumber?>
  ) -> Int {
    var rank = 0
    var here = Uncounted(leaf)
    var isFirst = index == 0
    while let above = here.with({ $0.parent }) {
      let position = here.with { $0.position }
      above.with { branch in
        rank += branch.count(before: position)
        if isFirst, let first = here.with({ $0.orders.first }) { branch.orders[position] = first }
        if difference != 0 { branch.counts[position] += difference }
        branch.replace(old, by: new, at: position)
      }
      isFirst = isFirst && position == 0
      here = above
    }
    return rank
  }

  private func split(_ node: OrderedNode) {
    let made = node.split(at: node.width / 2, Self.most + 1)
    if made.isLeaf { settle(made) }
    if node.parent == nil { root = branch(over: [node]) }
    let (branch, position) = (node.parent!.object, node.position)
    branch.refresh(position)
    branch.insert(made, at: position + 1)
    if branch.width > Self.most { split(branch) }
  }

  /// Makes a branch of nodes in order.
  private func branch(over nodes: some Collection<OrderedNode>) -> OrderedNode {
    let made = OrderedNode(Uncounted(numbers), width: Self.most + 1)
    for (index, node) in nodes.enumerated() { made.insert(node, at: index) }
    return made
  }

  private func settle(_ leaf: OrderedNode) {
    for order in leaf.orders { homes[Int(order.entry)] = Uncounted(leaf) }
  }

  /// Joins a node that has become small with a neighbour, if one node has room for both.
  private func join(_ node: OrderedNode) {
    guard let branch = node.parent?.object else {
      while root.width == 1, !root.isLeaf { root = root.removeChild(at: 0) }
      return
    }
    for left in [node.position - 1, node.position] where left >= 0 && left + 1 < branch.width {
      let one = branch.children[left].object
      let next = branch.children[left + 1].object
      guard one.width + next.width <= Self.most * 3 / 4 else { continue }
      one.take(over: branch.removeChild(at: left + 1))
      if one.isLeaf { settle(one) }
      branch.refresh(left)
      if branch.width < Self.most / 4 { join(branch) }
      return
    }
    // The neighbours are full or do not exist.
    if node.width == 0 {
      _ = branch.removeChild(at: node.position)
      join(branch)
    }
  }

  // MARK: All at once

  /// Stores the numbers of a row that a later ``fill(_:)`` adds.
  func put(_ entry: Int32, _ row: ContiguousArray<RowNumber?>) {
    if columns != 0 { numbers.put(entry, row) }
  }

  /// Replaces everything with rows in order, whose numbers are already stored.
  func fill(_ orders: ContiguousArray<RowOrder>) {
    count = orders.count
    let last = orders.reduce(-1) { max($0, Int($1.entry)) }
    homes = ContiguousArray(repeating: nil, count: max(homes.count, last + 1))
    // Two thirds full, so that the next insertions split no node.
    let width = Self.most * 2 / 3
    var nodes: [OrderedNode] = stride(from: 0, to: orders.count, by: width).map { start in
      let leaf = OrderedNode(Uncounted(numbers), width: Self.most + 1)
      leaf.orders += orders[start..<min(start + width, orders.count)]
      settle(leaf)
      return leaf
    }
    while nodes.count > 1 {
      nodes = stride(from: 0, to: nodes.count, by: width).map { start in
        branch(over: nodes[start..<min(start + width, nodes.count)])
      }
    }
    root = nodes.first ?? OrderedNode(Uncounted(numbers), width: 0)
  }

  /// Replaces the labels of all rows, which keep their order.
  func relabel(_ label: (Int32) -> UInt64) {
    var waiting = [root]
    while let node = waiting.popLast() {
      for index in node.orders.indices {
        node.orders[index].label = label(node.orders[index].entry)
      }
      waiting += node.children.map(\.object)
    }
  }
}
