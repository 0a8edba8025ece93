/// A list that is derived from rows: the rows that a filter keeps, in another order, with totals of their numbers. It
/// knows the rows as numbered entries; its owner knows the rows behind them.
///
/// A change of one row costs O(log *n*). Only its store's thread uses a list, and never reentrantly; hence the
/// unchecked exclusivity.
@usableFromInline
package final class RowList {
  /// The facts that the list needs about a row.
  @usableFromInline
  package struct Facts {
    /// The start of the sort key; nil for a row that the list leaves out.
    @usableFromInline
    package var prefix: UInt64?
    /// A number for each column.
    @usableFromInline
    package var numbers: ContiguousArray<RowNumber?>

    @inlinable
    package init(prefix: UInt64?, numbers: ContiguousArray<RowNumber?> = []) {
      self.prefix = prefix
      self.numbers = numbers
    }
  }

  private let tree: RowTree
  @safe @exclusivity(unchecked) private var labels = RowLabels()
  /// The entries in the order of the source.
  @safe @exclusivity(unchecked) private var source: ContiguousArray<Int32> = []
  @safe @exclusivity(unchecked) private var free: ContiguousArray<Int32> = []
  @safe @exclusivity(unchecked) private var next: Int32 = 0
  /// Removed entries, whose numbers are not used again before the observers are notified.
  @safe @exclusivity(unchecked) private var gone: ContiguousArray<Int32> = []
  /// The shown part.
  @usableFromInline
  @safe @exclusivity(unchecked) package private(set) var window: RowWindow
  /// The edits of that part since the last ``takeEdits(_:)``, with their entries. Meaningless if `isReset`.
  @safe @exclusivity(unchecked) private var edits: [(edit: RowEdit, entry: Int32)] = []
  @safe @exclusivity(unchecked) private var isReset = false
  /// How many rows were shown at the last ``takeEdits(_:)``.
  @safe @exclusivity(unchecked) private var reportedCount = 0

  /// - Parameters:
  ///   - columns: How many numbers each row has.
  ///   - window: The shown part.
  ///   - former: A list that this one replaces for the receivers of edits; its window is kept.
  ///   - isBefore: Which of two entries with the same prefix comes first; nil if only their places in the source
  ///     decide. Pass nil if this holds for all entries.
  @usableFromInline
  package init(
    columns: Int, window: RowWindow = RowWindow(), replacing former: RowList? = nil,
    isBefore: ((Int32, Int32) -> Bool?)? = nil
  ) {
    self.window = former?.window ?? window
    reportedCount = former?.reportedCount ?? 0
    tree = RowTree(columns: columns, isBefore: isBefore)
  }

  // MARK: Reading

  @usableFromInline
  package var count: Int { tree.count }
  /// The shown ranks.
  @usableFromInline
  package var shown: Range<Int> { window.range(of: count) }
  @usableFromInline
  package var sourceCount: Int { source.count }

  @usableFromInline
  package func entry(at rank: Int) -> Int32 { tree.entry(at: rank) }
  @usableFromInline
  package func rank(of entry: Int32) -> Int? { tree.contains(entry) ? tree.rank(of: entry) : nil }
  @usableFromInline
  package func source(at index: Int) -> Int32 { source[index] }
  /// The entries of all rows, in the order of the source.
  @usableFromInline
  package var entries: some Sequence<Int32> { source }

  /// Returns the index of an entry's row in the source. O(log *n*).
  @usableFromInline
  package func sourceIndex(of entry: Int32) -> Int {
    var (low, high) = (0, source.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if labels[source[middle]] < labels[entry] { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the number of rows before the first row that satisfies a condition. All later rows must satisfy it too.
  @usableFromInline
  package func rank(where isReached: (Int32) -> Bool) -> Int { tree.rank(where: isReached) }

  @usableFromInline
  package func total(of column: Int, _ range: Range<Int>) -> RowTotal {
    tree.total(of: column, range)
  }

  /// Returns the ranges of rows that share a group key, which are adjacent.
  ///
  /// - Complexity: O(*g* log *n*) for *g* groups.
  ///
  /// - Parameter isBehind: Whether the first of two entries comes after all entries that are in the second one's
  ///   group.
  @usableFromInline
  package func groups(_ isBehind: (Int32, Int32) -> Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while start < count {
      let first = tree.entry(at: start)
      let end = tree.rank { isBehind($0, first) }
      found.append(start..<end)
      start = end
    }
    return found
  }

  // MARK: Changing

  /// Builds the list again from `count` rows. Their entries are the numbers from 0 on.
  @usableFromInline
  package func fill(_ count: Int, _ facts: (Int32) -> Facts) {
    source = ContiguousArray(0..<Int32(count))
    (free, gone, next) = ([], [], Int32(count))
    labels.renumber(source)
    sort(facts)
  }

  /// Reads all rows again, because a parameter has changed.
  @usableFromInline
  package func sort(_ facts: (Int32) -> Facts) {
    isReset = true
    var orders: ContiguousArray<RowOrder> = []
    for entry in source {
      let facts = facts(entry)
      guard let prefix = facts.prefix else { continue }
      orders.append(order(entry, prefix))
      tree.put(entry, facts.numbers)
    }
    orders.sort { tree.comes($0, before: $1) }
    tree.fill(orders)
  }

  /// Records that a row of the source was written.
  @usableFromInline
  package func change(_ entry: Int32, _ facts: Facts) {
    guard tree.contains(entry) else {
      place(entry, facts)
      return
    }
    guard let prefix = facts.prefix else { return note(.remove(at: tree.remove(entry)), entry) }
    let (old, rank) = tree.change(order(entry, prefix), facts.numbers)
    note(old == rank ? .change(at: rank) : .move(from: old, to: rank), entry)
  }

  /// Records that rows of the source were written, whose facts have not changed.
  ///
  /// - Parameter index: Returns the index of a row in the source, by its number.
  @usableFromInline
  package func touch(_ count: Int, _ index: (Int) -> Int) {
    if isReset || shown.isEmpty { return }
    // A pass over all rows is shorter than a search for each of many.
    let ranks = count > self.count / 16 ? tree.ranks() : []
    for number in 0..<count {
      let entry = source[index(number)]
      guard tree.contains(entry) else { continue }
      note(.change(at: ranks.isEmpty ? tree.rank(of: entry) : ranks[Int(entry)]), entry)
    }
  }

  /// Adds a row that was inserted into the source at an index.
  ///
  /// - Parameter facts: Returns the facts of the row, by its new entry.
  @usableFromInline
  package func insert(at index: Int, _ facts: (Int32) -> Facts) { _ = added(at: index, facts) }

  private func added(at index: Int, _ facts: (Int32) -> Facts) -> Int? {
    let entry = free.popLast() ?? next
    if entry == next { next += 1 }
    source.insert(entry, at: index)
    label(entry, at: index)
    return place(entry, facts(entry))
  }

  /// - Returns: The entry of the removed row.
  @usableFromInline
  @discardableResult
  package func remove(at index: Int) -> Int32 {
    let entry = source[index]
    _ = removed(at: index)
    return entry
  }

  private func removed(at index: Int) -> Int? {
    let entry = source.remove(at: index)
    gone.append(entry)
    guard tree.contains(entry) else { return nil }
    let rank = tree.remove(entry)
    note(.remove(at: rank), entry)
    return rank
  }

  /// Replaces a row of the source with another row at the same index.
  ///
  /// - Parameter facts: Returns the facts of the new row, by its new entry.
  @usableFromInline
  package func replace(at index: Int, _ facts: (Int32) -> Facts) {
    let noted = edits.count
    let (old, rank) = (removed(at: index), added(at: index, facts))
    guard let old, let rank else { return }
    // Both ranks are before the shown part, or both after it: rows that were pushed out of it are pushed back.
    let shown = shown
    let isBefore = max(old, rank) < shown.lowerBound
    if isBefore || min(old, rank) >= shown.upperBound { edits.removeLast(edits.count - noted) }
  }

  /// Records that a row of the source has moved.
  @usableFromInline
  package func move(from index: Int, to target: Int) {
    let entry = source.remove(at: index)
    drop(entry, at: target)
  }

  /// Takes a row out of the order of the source, until it is dropped.
  @usableFromInline
  package func lift(_ entry: Int32) { source.remove(at: sourceIndex(of: entry)) }

  /// Puts a lifted row back into the order of the source.
  @usableFromInline
  package func drop(_ entry: Int32, at index: Int) {
    source.insert(entry, at: index)
    label(entry, at: index)
    guard tree.contains(entry) else { return }
    let (old, rank) = tree.relabel(entry, labels[entry])
    if old != rank { note(.move(from: old, to: rank), entry) }
  }

  private func label(_ entry: Int32, at index: Int) {
    let before = index > 0 ? source[index - 1] : nil
    let after = index + 1 < source.count ? source[index + 1] : nil
    if labels.set(entry, between: before, after) { return }
    labels.renumber(source)
    tree.relabel { self.labels[$0] }
  }

  private func order(_ entry: Int32, _ prefix: UInt64) -> RowOrder {
    RowOrder(prefix: prefix, label: labels[entry], entry: entry)
  }

  /// Puts a row that has no place yet into its place.
  ///
  /// - Returns: The row's rank; nil if the list leaves the row out.
  @discardableResult
  private func place(_ entry: Int32, _ facts: Facts) -> Int? {
    guard let prefix = facts.prefix else { return nil }
    let rank = tree.insert(order(entry, prefix), facts.numbers)
    note(.insert(at: rank), entry)
    return rank
  }

  // MARK: Edits

  private func note(_ edit: RowEdit, _ entry: Int32) {
    if isReset { return }
    let own = edit.rank
    window.translate(edit, count: count, gone: -1) { shown, rank in
      edits.append((shown, rank < 0 || rank == own ? entry : tree.entry(at: rank)))
    }
  }

  /// Calls `take` with the edits of the shown rows since the last call, and starts a new record.
  ///
  /// - Parameter take: Must not use the list. Not called if no rows were shown and none are shown now.
  /// - Returns: False, without calling `take`, if all rows may be different.
  @usableFromInline
  package func takeEdits(_ take: (RowEdit, _ entry: Int32) -> Void) -> Bool {
    let isNothing = reportedCount == 0 && shown.isEmpty
    let isKnown = isNothing || !isReset
    reportedCount = shown.count
    isReset = false
    if isKnown && !isNothing { for (edit, entry) in edits { take(edit, entry) } }
    edits.removeAll(keepingCapacity: true)
    if !gone.isEmpty {
      free += gone
      gone.removeAll(keepingCapacity: true)
    }
    return isKnown
  }

  /// Shows another part.
  @usableFromInline
  package func show(_ next: RowWindow) {
    let (old, new) = (shown, next.range(of: count))
    window = next
    if isReset || old == new { return }
    let kept = old.clamped(to: new)
    if kept.isEmpty { return isReset = true }
    for rank in old.reversed() where !kept.contains(rank) {
      edits.append((.remove(at: rank - old.lowerBound), tree.entry(at: rank)))
    }
    for rank in new where !kept.contains(rank) {
      edits.append((.insert(at: rank - new.lowerBound), tree.entry(at: rank)))
    }
  }
}
