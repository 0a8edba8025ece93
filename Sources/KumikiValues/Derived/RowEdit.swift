/// One change of a list, at the time of its turn: carried out one after the other, the edits of a burst make the
/// list of now out of the one before.
public enum RowEdit: Equatable, Sendable {
  /// A row has come.
  case insert(at: Int)
  /// A row has gone.
  case remove(at: Int)
  /// A row is taken out at one place and put back at another, where the index counts without it. It may have
  /// changed.
  case move(from: Int, to: Int)
  /// Something of the row was written, and it has stayed where it is.
  case change(at: Int)
}

extension RowEdit {
  /// The rank that the row has now; nil if it has gone.
  var rank: Int? {
    switch self {
    case .insert(let rank), .change(let rank), .move(_, let rank): rank
    case .remove: nil
    }
  }
}

/// The part of a list that is shown: rows from a first one on, at most so many.
@usableFromInline
package struct RowWindow: Equatable {
  package var first: Int
  /// Nil for all that follow.
  package var limit: Int?

  @usableFromInline
  package init(first: Int = 0, limit: Int? = nil) {
    self.first = first
    self.limit = limit
  }

  /// The ranks in it, among so many.
  package func range(of count: Int) -> Range<Int> {
    let first = min(max(0, first), count)
    return first..<first + min(count - first, max(0, limit ?? count))
  }

  /// Calls `tell` with what an edit of the whole list is for the rows in this window, and with the rank that the
  /// row of each has now.
  ///
  /// - Parameters:
  ///   - count: how many rows there are now.
  ///   - gone: passed in place of a rank for the row that a removal has taken from the list.
  func translate(_ edit: RowEdit, count: Int, gone: Int, _ tell: (RowEdit, _ rank: Int) -> Void) {
    let now = range(of: count)
    let low = now.lowerBound
    switch edit {
    case .change(let rank):
      if now.contains(rank) { tell(.change(at: rank - low), rank) }
    case .insert(let rank):
      guard !now.isEmpty, rank < now.upperBound else { return }
      // The last one gives way first, so that there are never too many.
      if range(of: count - 1).count == now.count {
        tell(.remove(at: now.count - 1), now.upperBound)
      }
      let place = max(rank, low)
      tell(.insert(at: place - low), place)
    case .remove(let rank):
      let before = range(of: count + 1)
      guard !before.isEmpty, rank < before.upperBound else { return }
      let isInside = rank >= before.lowerBound
      tell(
        .remove(at: isInside ? rank - before.lowerBound : 0),
        isInside ? gone : before.lowerBound - 1)
      if now.count == before.count { tell(.insert(at: now.count - 1), now.upperBound - 1) }
    case .move(let source, let target):
      if now.isEmpty || source < low && target < low { return }
      if source >= now.upperBound, target >= now.upperBound { return }
      if now.contains(source), now.contains(target) {
        return tell(.move(from: source - low, to: target - low), target)
      }
      // Who leaves the window, and who comes into it: the row itself, or one that it pushes.
      let out = source < low ? low : min(source, now.upperBound - 1)
      let left = now.contains(source) ? target : source < low ? low - 1 : now.upperBound
      tell(.remove(at: out - low), left)
      let place = min(max(target, low), now.upperBound - 1)
      tell(.insert(at: place - low), place)
    }
  }
}
