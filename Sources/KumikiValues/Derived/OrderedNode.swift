/// The numbers of rows by entry. Each entry has as many numbers as the list has columns.
final class RowNumbers {
  let columns: Int
  @safe @exclusivity(unchecked) private var all: ContiguousArray<RowNumber?> = []

  init(columns: Int) { self.columns = columns }

  subscript(entry: Int32, column: Int) -> RowNumber? { all[Int(entry) * columns + column] }

  subscript(entry: Int32) -> ContiguousArray<RowNumber?> {
    ContiguousArray((0..<columns).map { self[entry, $0] })
  }

  /// Stores the numbers of an entry.
  func put(_ entry: Int32, _ row: ContiguousArray<RowNumber?>) {
    let place = Int(entry) * columns
    while all.count < place + columns { all.append(nil) }
    for column in 0..<columns { all[place + column] = row[column] }
  }

  /// Replaces the numbers of an entry, and saves the old ones in `old`.
  func replace(
    _ entry: Int32, by row: ContiguousArray<RowNumber?>,
    noting old: inout ContiguousArray<RowNumber?>
  ) {
    let place = Int(entry) * columns
    for column in 0..<columns {
      old[column] = all[place + column]
      all[place + column] = row[column]
    }
  }
}

/// A row's position among other rows: by its sort key, and among equal keys by its place in the source.
struct RowOrder {
  /// The start of the sort key, as a number with the same order.
  var prefix: UInt64
  /// Rises in the order of the source.
  var label: UInt64
  var entry: Int32
}

/// A node of ``RowTree``: a leaf with rows, or a branch with nodes.
///
/// For each child, a branch stores the child's first row, its number of rows and their totals, so that a search reads
/// one block of memory per level of the tree. Only its tree uses a node, and never reentrantly; hence the unchecked
/// exclusivity.
final class OrderedNode {
  /// The branch above, which retains this node; nil for the root.
  @safe @exclusivity(unchecked) private(set) var parent: Uncounted<OrderedNode>?
  /// The index of this node among the children of its parent.
  @safe @exclusivity(unchecked) private(set) var position = 0
  /// Empty in a leaf. Each child is retained manually, since a search would otherwise count references on its way.
  @safe @exclusivity(unchecked) private(set) var children: ContiguousArray<Uncounted<OrderedNode>> =
    []
  /// The rows of a leaf; for a branch, the first row of each child.
  @safe @exclusivity(unchecked) var orders: ContiguousArray<RowOrder> = []
  /// The number of rows in each child.
  @safe @exclusivity(unchecked) var counts: ContiguousArray<Int> = []
  /// In a branch, the totals of its children: for each child, as many as the list has columns.
  @safe @exclusivity(unchecked) var totals: ContiguousArray<RowTotal> = []

  /// The numbers of all rows, which the tree holds.
  let numbers: Uncounted<RowNumbers>

  /// - Parameter width: How many rows or nodes to have room for.
  init(_ numbers: Uncounted<RowNumbers>, width: Int) {
    self.numbers = numbers
    orders.reserveCapacity(width)
  }

  deinit {
    // Nodes are released without recursion.
    var gone = children
    while let next = gone.popLast() {
      let node = next.consume()
      gone += node.children
      node.children = []
    }
  }

  var isLeaf: Bool { children.isEmpty }
  /// The number of rows, or nodes, directly in this node.
  var width: Int { orders.count }

  private var columns: Int { numbers.with { $0.columns } }

  /// The number of rows at and below this node.
  var count: Int { isLeaf ? orders.count : counts.reduce(0, +) }

  /// Makes this node the root.
  func leave() { parent = nil }

  /// Returns the first index that satisfies a condition; `width` if no index does. All later indices must satisfy it
  /// too.
  @inline(__always)
  func index(where isReached: (RowOrder) -> Bool) -> Int {
    var (low, high) = (0, width)
    while low < high {
      let middle = (low &+ high) >> 1
      if isReached(orders[middle]) { high = middle } else { low = middle &+ 1 }
    }
    return low
  }

  /// Returns the number of rows in the children of a branch before an index.
  func count(before index: Int) -> Int {
    // Without an overflow check for each sum the compiler adds several at once. A change of a row adds a hundred.
    var count = 0
    for left in 0..<index { count &+= counts[left] }
    return count
  }

  // MARK: Totals

  /// Returns the total of all rows of this node in one column.
  func total(of column: Int) -> RowTotal {
    var total = RowTotal()
    add(0..<width, column, to: &total)
    return total
  }

  /// Adds the total of some rows of a leaf, or of some children of a branch.
  func add(_ range: Range<Int>, _ column: Int, to total: inout RowTotal) {
    if isLeaf {
      numbers.with { numbers in
        for index in range {
          if let number = numbers[orders[index].entry, column] { total.add(number) }
        }
      }
      return
    }
    let columns = columns
    for index in range {
      let place = index * columns + column
      if totals[place].isStale { totals[place] = children[index].with { $0.total(of: column) } }
      total.add(totals[place])
    }
  }

  /// Replaces the numbers of a row in the totals of a branch's child.
  func replace(
    _ old: ContiguousArray<RowNumber?>, by new: ContiguousArray<RowNumber?>, at index: Int
  ) {
    totals.replace(old, by: new, at: index * old.count)
  }

  // MARK: Children of a branch

  /// Inserts a child, together with the data that the branch stores for it.
  func insert(_ child: OrderedNode, at index: Int) {
    children.insert(.retained(child), at: index)
    orders.insert(child.orders[0], at: index)
    counts.insert(child.count, at: index)
    totals.insert(
      contentsOf: (0..<columns).map { child.total(of: $0) }, at: index * columns)
    settle(from: index)
  }

  /// Updates the data that the branch stores for a child.
  func refresh(_ index: Int) {
    children[index].with { child in
      orders[index] = child.orders[0]
      counts[index] = child.count
      for column in 0..<columns { totals[index * columns + column] = child.total(of: column) }
    }
  }

  func removeChild(at index: Int) -> OrderedNode {
    orders.remove(at: index)
    counts.remove(at: index)
    totals.removeSubrange(index * columns..<(index + 1) * columns)
    let child = children.remove(at: index).consume()
    child.parent = nil
    settle(from: index)
    return child
  }

  private func settle(from index: Int) {
    let here = Uncounted(self)
    for position in index..<children.count {
      children[position].with {
        $0.parent = here
        $0.position = position
      }
    }
  }

  // MARK: Splitting

  /// Moves everything from an index on into a new node of the same kind.
  func split(at index: Int, _ width: Int) -> OrderedNode {
    let made = OrderedNode(numbers, width: width)
    let places = index * columns
    made.orders += orders[index...]
    orders.removeSubrange(index...)
    if isLeaf { return made }
    made.children += children[index...]
    made.counts += counts[index...]
    made.totals += totals[places...]
    children.removeSubrange(index...)
    counts.removeSubrange(index...)
    totals.removeSubrange(places...)
    made.settle(from: 0)
    return made
  }

  /// Takes over the content of the node to the right of this one.
  func take(over next: OrderedNode) {
    let old = children.count
    orders += next.orders
    children += next.children
    counts += next.counts
    totals += next.totals
    next.children = []
    settle(from: old)
  }
}

extension ContiguousArray<RowTotal> {
  /// Replaces the numbers of a row in the totals from an index on, one for each column.
  fileprivate mutating func replace(
    _ old: ContiguousArray<RowNumber?>, by new: ContiguousArray<RowNumber?>, at index: Int
  ) {
    // With a span the array checks only once whether it is shared.
    var totals = mutableSpan
    for column in old.indices { totals[index + column].replace(old[column], by: new[column]) }
  }
}
