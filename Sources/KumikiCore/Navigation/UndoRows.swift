// Reverting steps of rows, row by row.

extension IdentifiedArray where Element: Equatable {
  /// Returns these rows with a step reverted.
  ///
  /// A row that the step changed gets its old value. A row that the step added is removed. A row that the step removed
  /// is restored, unless a row with its id is present again. Restored and moved rows are placed after the nearest
  /// remaining row that preceded them.
  ///
  /// - Parameters:
  ///   - after: the rows after the step.
  ///   - before: the rows before the step.
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

  /// Returns the smallest set of rows that must move so that these rows are in the order of `before`.
  private func moved(from before: Self) -> Set<ID> {
    var places: [(id: ID, place: Int)] = []
    for id in ids { if let place = before.index(id: id) { places.append((id, place)) } }
    let stays = places.map(\.place).longestRise()
    return Set(zip(places, stays).filter { !$0.1 }.map(\.0.id))
  }

  /// Moves each displaced row to the position after the nearest row that precedes it in `other`.
  private mutating func put(_ displaced: [ID], as other: Self) {
    let displaced = Set(displaced)
    // Collects the displaced rows that come before all others, and the displaced rows after each row that stays.
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
