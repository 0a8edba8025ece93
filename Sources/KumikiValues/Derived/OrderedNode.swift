/// The numbers of rows by entry, so many for each as a list has columns.
final class RowNumbers {
  let columns: Int
  @safe @exclusivity(unchecked) private var all: ContiguousArray<RowNumber?> = []

  init(columns: Int) { self.columns = columns }

  subscript(entry: Int32, column: Int) -> RowNumber? { all[Int(entry) * columns + column] }

  /// Those of an entry.
  subscript(entry: Int32) -> ContiguousArray<RowNumber?> {
    ContiguousArray((0..<columns).map { self[entry, $0] })
  }

  /// Notes the numbers of an entry.
  func put(_ entry: Int32, _ row: ContiguousArray<RowNumber?>) {
    let place = Int(entry) * columns
    while all.count < place + columns { all.append(nil) }
    for column in 0..<columns { all[place + column] = row[column] }
  }

  /// Replaces the numbers of an entry, and notes those until now.
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

/// Where a row stands among others: by its sort key, and among equal keys by its place in the source.
struct RowOrder {
  /// The beginning of the sort key, as a number of the same order.
  var prefix: UInt64
  /// Rises in the order of the source.
  var label: UInt64
  var entry: Int32
}

/// A node of ``RowTree``: a leaf with rows, or a branch with nodes.
///
/// A branch keeps beside each child where it begins, how many rows are in it and what they amount to, so
/// that a search reads one piece of memory for each floor of the tree. Only its tree uses it, and not
/// reentrantly; hence the unchecked exclusivity.
final class OrderedNode {
  /// The branch above, which retains this node; nil for the root.
  @safe @exclusivity(unchecked) private(set) var parent: Uncounted<OrderedNode>?
  /// Where this node stands among the children of its parent.
  @safe @exclusivity(unchecked) private(set) var position = 0
  /// Empty in a leaf. Each is retained here, by hand, since a search would count them on its way.
  @safe @exclusivity(unchecked) private(set) var children: ContiguousArray<Uncounted<OrderedNode>> =
    []
  /// The rows of a leaf; for a branch, the first row of each child.
  @safe @exclusivity(unchecked) var orders: ContiguousArray<RowOrder> = []
  /// The number of rows in each child.
  @safe @exclusivity(unchecked) var counts: ContiguousArray<Int> = []
  /// In a branch the totals of its children: so many for each as the list has columns.
  @safe @exclusivity(unchecked) var totals: ContiguousArray<RowTotal> = []

  /// The numbers of all rows, which the tree holds.
  let numbers: Uncounted<RowNumbers>

  /// - Parameter width: how many rows or nodes to have room for.
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
  /// How many rows, or nodes, are right here.
  var width: Int { orders.count }

  private var columns: Int { numbers.with { $0.columns } }

  /// The number of rows at and below this node.
  var count: Int { isLeaf ? orders.count : counts.reduce(0, +) }

  /// Makes this node the root.
  func leave() { parent = nil }

  /// The first index for which a condition holds that holds for all behind it; `width` if there is none.
  @inline(__always)
  func index(where isReached: (RowOrder) -> Bool) -> Int {
    var (low, high) = (0, width)
    while low < high {
      let middle = (low &+ high) >> 1
      if isReached(orders[middle]) { high = middle } else { low = middle &+ 1 }
    }
    return low
  }

  /// The number of rows in the children of a branch that are left of an index.
  func count(before index: Int) -> Int {
    // Without a check of each sum the compiler adds several at once; a change of a row adds a hundred.
    var count = 0
    for left in 0..<index { count &+= counts[left] }
    return count
  }

  // MARK: Totals

  /// What all rows of this node amount to in one column.
  func total(of column: Int) -> RowTotal {
    var total = RowTotal()
    add(0..<width, column, to: &total)
    return total
  }

  /// Adds what some rows of a leaf, or children of a branch, amount to.
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

  /// Replaces the numbers of a row in what a child of a branch amounts to.
  func replace(
    _ old: ContiguousArray<RowNumber?>, by new: ContiguousArray<RowNumber?>, at index: Int
  ) {
    totals.replace(old, by: new, at: index * old.count)
  }

  // MARK: Children of a branch

  /// Inserts a child, with what is kept beside it.
  func insert(_ child: OrderedNode, at index: Int) {
    children.insert(.retained(child), at: index)
    orders.insert(child.orders[0], at: index)
    counts.insert(child.count, at: index)
    totals.insert(
      contentsOf: (0..<columns).map { child.total(of: $0) }, at: index * columns)
    settle(from: index)
  }

  /// Brings what is kept beside a child in line with it.
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

  /// Moves what is here from an index on into a new node of the same kind.
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

  /// Takes over all that is in the node to the right of this one.
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
  /// Replaces the numbers of a row in the totals from an index on, one for each.
  fileprivate mutating func replace(
    _ old: ContiguousArray<RowNumber?>, by new: ContiguousArray<RowNumber?>, at index: Int
  ) {
    // By a span the array asks once whether it is shared.
    var totals = mutableSpan
    for column in old.indices { totals[index + column].replace(old[column], by: new[column]) }
  }
}
