internal import KumikiValues

/// The edits that turn the rows of one array into the rows of another. Rows are found by their ids: first some
/// leave, then some move, then some are inserted.
///
/// As few rows as possible move: the longest sequence of rows that have the same order in both arrays stays.
struct JSONRowEdits {
  /// The rows that leave, by their ascending indices in the old array.
  private(set) var gone: [Int] = []
  /// The moves, in sequence, after all of `gone` have left. `to` is the index in the array without the row.
  private(set) var moves: [(from: Int, to: Int)] = []
  /// The inserted rows, by their ascending indices in the new array.
  private(set) var come: [Int] = []
  /// For each row of the new array: its index in the old array, or -1 for an inserted row.
  private(set) var origins: [Int] = []

  /// Nil if an element has no id, or if the ids differ and an id occurs twice.
  ///
  /// - Complexity: O(*n* log *n*) in the rows that differ, O(*n*) in all rows.
  init?(from old: JSONNode, to new: JSONNode, by id: (JSONNode) -> JSONNode?) {
    guard let were = Self.ids(of: old, by: id), let are = Self.ids(of: new, by: id) else {
      return nil
    }
    origins = Array(are.indices)
    if were == are { return }
    var known: [JSONRowID: Int] = [:]
    known.reserveCapacity(were.count)
    for (index, id) in were.enumerated() where known.updateValue(index, forKey: id) != nil {
      return nil
    }
    var fresh: Set<JSONRowID> = []
    var stays = [Bool](repeating: false, count: were.count)
    for (index, id) in are.enumerated() {
      let origin = known[id] ?? -1
      origins[index] = origin
      if origin < 0 {
        if !fresh.insert(id).inserted { return nil }
        come.append(index)
      } else {
        if stays[origin] { return nil }
        stays[origin] = true
      }
    }
    gone = were.indices.filter { !stays[$0] }
    moveRows(stays)
  }

  /// Removes all rows of an array, and inserts all of another.
  init(replacing old: JSONNode, by new: JSONNode) {
    gone = Array(0..<old.elementCount)
    come = Array(0..<new.elementCount)
    origins = [Int](repeating: -1, count: new.elementCount)
  }

  private static func ids(of array: JSONNode, by id: (JSONNode) -> JSONNode?) -> [JSONRowID]? {
    var ids: [JSONRowID] = []
    ids.reserveCapacity(array.elementCount)
    for row in array.children {
      guard let id = id(row) else { return nil }
      ids.append(JSONRowID(borrowing: id))
    }
    return ids
  }

  /// Moves the rows that are in both arrays, each behind the row that precedes it in the new array.
  private mutating func moveRows(_ stays: [Bool]) {
    var rank = 0
    let ranks = stays.map { isKept in
      if isKept { rank += 1 }
      return rank - 1
    }
    let order = origins.filter { $0 >= 0 }.map { ranks[$0] }
    if order == Array(order.indices) { return }
    let isFixed = order.longestRise()
    // Rows that have not moved, by rank; rows that have moved, by the rank of the fixed row before them.
    var left = Counts(size: order.count, each: 1)
    var placed = Counts(size: order.count + 1, each: 0)
    var (fixed, moved) = (-1, 0)
    for (position, row) in order.enumerated() {
      if isFixed[position] {
        fixed = row
        continue
      }
      let from = left.sum(before: row) + placed.sum(before: row + 1)
      let behind = left.sum(before: fixed + 1) + moved
      let to = from < behind ? behind - 1 : behind
      if from != to { moves.append((from, to)) }
      left.add(-1, at: row)
      placed.add(1, at: fixed + 1)
      moved += 1
    }
  }

  /// Numbers whose prefix sums are found in O(log *n*): a Fenwick tree.
  private struct Counts {
    private var sums: [Int]

    init(size: Int, each: Int) {
      sums = (0...size).map { each * ($0 & -$0) }
    }

    mutating func add(_ number: Int, at index: Int) {
      var here = index + 1
      while here < sums.count {
        sums[here] += number
        here += here & -here
      }
    }

    func sum(before index: Int) -> Int {
      var (here, sum) = (index, 0)
      while here > 0 {
        sum += sums[here]
        here &= here - 1
      }
      return sum
    }
  }
}
