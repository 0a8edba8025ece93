/// Rows of a typed state, whose steps are undone row by row.
///
/// Keeps the rows from before and after each step, since nothing records writes to a struct.
public struct KeyPathRowsUndo<Root, ID: Hashable, Element: Equatable>: UndoOptic {
  /// The rows.
  public typealias Rows = IdentifiedArray<ID, Element>

  @usableFromInline let part: WritableKeyPath<Root, Rows>
  @usableFromInline let history: WritableKeyPath<Root, UndoHistory<Rows>>

  /// The optic of rows and their history, by key paths.
  @inlinable
  public init(
    _ part: WritableKeyPath<Root, Rows>, _ history: WritableKeyPath<Root, UndoHistory<Rows>>
  ) {
    self.part = part
    self.history = history
  }

  @inlinable
  public func joins(_ root: inout Root, at moment: UInt64, within time: UInt64) -> Bool {
    root[keyPath: history].joins(at: moment, within: time)
  }

  /// The rows before the step; nil if it does not count as one.
  public struct Step {
    @usableFromInline let before: Rows?

    @inlinable
    init(before: Rows?) { self.before = before }
  }

  @inlinable
  public func begin(_ root: inout Root, _ kind: UndoStepKind) -> Step? {
    Step(before: kind == .none ? nil : root[keyPath: part])
  }

  @inlinable
  public func end(_ step: consuming Step, _ kind: UndoStepKind, _ root: inout Root) -> Rows? {
    guard let before = step.before, before != root[keyPath: part] else { return nil }
    guard kind == .joining else { return before }
    // Merges this step into the last one, without what was written by others in between.
    guard let last = root[keyPath: history].takeLast() else { return nil }
    let now = root[keyPath: part]
    root[keyPath: history].putLast(
      .init(before.restored(from: last.after ?? before, to: last.change), after: now))
    return nil
  }

  @inlinable
  public func push(
    _ change: consuming Rows, limit: Int, at moment: UInt64, _ root: inout Root
  ) {
    let after = root[keyPath: part]
    root[keyPath: history].push(.init(change, after: after), limit: limit, at: moment) { _ in }
  }

  @inlinable
  public func restore(_ word: UndoAction, in root: inout Root) -> Bool {
    while let kept = root[keyPath: history].take(word) {
      let now = root[keyPath: part]
      let back = now.restored(from: kept.after ?? now, to: kept.change)
      if back == now { continue }
      root[keyPath: part] = back
      root[keyPath: history].put(.init(now, after: back), after: word)
      return true
    }
    return false
  }

  @inlinable
  public func clear(_ root: inout Root) { root[keyPath: history].clear() }

  @inlinable
  public func show(_: inout Root) {}
}

extension IdentifiedArray where Element: Equatable {
  /// Returns these rows with a step reverted.
  ///
  /// A row that the step changed gets its old value; one that it added is removed; one that it removed is
  /// restored, unless there is one with its id again. Restored and moved rows come after the nearest
  /// remaining row that preceded them.
  ///
  /// - Parameters:
  ///   - after: the rows after the step.
  ///   - before: the rows before it.
  /// - Complexity: O(*n* log *n*) in the rows.
  @usableFromInline
  package func restored(from after: Self, to before: Self) -> Self {
    var rows = self
    rows.removeAll { row in
      let id = storage.idSource.id(of: row)
      return after.contains(id: id) && !before.contains(id: id)
    }
    let moved = after.moved(from: before)
    var order: [ID] = []
    var isOther = false
    for id in before.ids {
      guard let old = before[id: id] else { continue }
      guard let new = after[id: id] else {
        if !rows.contains(id: id) {
          rows.append(old)
          isOther = true
          order.append(id)
        }
        continue
      }
      if old != new, rows.contains(id: id) { rows[id: id] = old }
      if moved.contains(id), rows.contains(id: id) {
        isOther = true
        order.append(id)
      }
    }
    if isOther { rows.put(order, as: before) }
    return rows
  }

  /// The smallest set of rows that must move for these to be in the order of `before`.
  private func moved(from before: Self) -> Set<ID> {
    var places: [(id: ID, place: Int)] = []
    for id in ids { if let place = before.index(id: id) { places.append((id, place)) } }
    // The longest increasing subsequence of places: the end for each length, and the predecessor of each.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: places.count)
    for (index, (_, place)) in places.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if places[ends[middle]].place < place { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    if ends.count == places.count { return [] }
    var moved = Set(places.map(\.id))
    var index = ends.last ?? -1
    while index >= 0 {
      moved.remove(places[index].id)
      index = previous[index]
    }
    return moved
  }

  /// Moves rows to behind the nearest row that precedes them in `other`.
  private mutating func put(_ displaced: [ID], as other: Self) {
    let displaced = Set(displaced)
    // The displaced rows before all others, and those behind each row that stays.
    var first: [ID] = []
    var behind: [ID: [ID]] = [:]
    var nearest: ID?
    for id in other.ids where contains(id: id) {
      guard displaced.contains(id) else {
        nearest = id
        continue
      }
      if let nearest { behind[nearest, default: []].append(id) } else { first.append(id) }
    }
    var order = first
    for id in ids where !displaced.contains(id) { order += [id] + (behind[id] ?? []) }
    let rows = order.compactMap { self[id: $0] }
    removeAll()
    for row in rows { append(row) }
  }
}
