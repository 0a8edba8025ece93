/// One change of a list. The edits of a burst, applied in order, turn the previous list into the current one.
public enum RowEdit: Equatable, Sendable {
  /// A row was inserted.
  case insert(at: Int)
  /// A row was removed.
  case remove(at: Int)
  /// A row is removed from one place and inserted at another. The second index does not count the row. The row may
  /// also have changed.
  case move(from: Int, to: Int)
  /// A part of the row was written, and the row has stayed in its place.
  case change(at: Int)
}

extension RowEdit {
  /// The rank of the row after the edit; nil if the row is gone.
  var rank: Int? {
    switch self {
    case .insert(let rank), .change(let rank), .move(_, let rank): rank
    case .remove: nil
    }
  }
}

/// The shown part of a list: the rows from a first one on, up to a limit.
@usableFromInline
package struct RowWindow: Equatable {
  package var first: Int
  /// Nil for all rows that follow.
  package var limit: Int?

  @usableFromInline
  package init(first: Int = 0, limit: Int? = nil) {
    self.first = first
    self.limit = limit
  }

  /// Returns the ranks inside the window, for a list of `count` rows.
  package func range(of count: Int) -> Range<Int> {
    let first = min(max(0, first), count)
    return first..<first + min(count - first, max(0, limit ?? count))
  }

  /// Calls `emit` with the effect that an edit of the whole list has on the rows in this window, and with the current
  /// rank of each row concerned.
  ///
  /// - Parameters:
  ///   - count: The current number of rows.
  ///   - gone: Passed in place of a rank for the row that a removal has taken from the list.
  func translate(_ edit: RowEdit, count: Int, gone: Int, _ emit: (RowEdit, _ rank: Int) -> Void) {
    let now = range(of: count)
    let low = now.lowerBound
    switch edit {
    case .change(let rank):
      if now.contains(rank) { emit(.change(at: rank - low), rank) }
    case .insert(let rank):
      guard !now.isEmpty, rank < now.upperBound else { return }
      // The last row is removed first, so that there are never too many.
      if range(of: count - 1).count == now.count {
        emit(.remove(at: now.count - 1), now.upperBound)
      }
      let place = max(rank, low)
      emit(.insert(at: place - low), place)
    case .remove(let rank):
      let before = range(of: count + 1)
      guard !before.isEmpty, rank < before.upperBound else { return }
      let isInside = rank >= before.lowerBound
      emit(
        .remove(at: isInside ? rank - before.lowerBound : 0),
        isInside ? gone : before.lowerBound - 1)
      if now.count == before.count { emit(.insert(at: now.count - 1), now.upperBound - 1) }
    case .move(let source, let target):
      if now.isEmpty || source < low && target < low { return }
      if source >= now.upperBound, target >= now.upperBound { return }
      if now.contains(source), now.contains(target) {
        return emit(.move(from: source - low, to: target - low), target)
      }
      // The row that leaves the window, and the row that enters it: the moved row itself, or a row that it displaces.
      let out = source < low ? low : min(source, now.upperBound - 1)
      let left = now.contains(source) ? target : source < low ? low - 1 : now.upperBound
      emit(.remove(at: out - low), left)
      let place = min(max(target, low), now.upperBound - 1)
      emit(.insert(at: place - low), place)
    }
  }
}
