/// A change of one element, when turning one list into another. Indices refer to the list as changed so far.
enum ListChange {
  case remove(at: Int)
  /// - Parameter new: the element's index in the new list.
  case insert(at: Int, new: Int)
  /// The element is in both lists, and may itself have changed.
  case keep(at: Int, old: Int, new: Int)
}

/// Calls `body` with the changes from one list of keys to another. A key occurs once in a list. An element that
/// has moved is removed and inserted.
///
/// - Complexity: O(*n*) in the two lists. Makes two sets of the keys between the equal ends.
func forEachChange<Key: Hashable>(
  from old: [Key], to new: [Key], _ body: (ListChange) -> Void
) {
  var first = 0
  while first < old.count, first < new.count, old[first] == new[first] { first += 1 }
  var (oldEnd, newEnd) = (old.count, new.count)
  while oldEnd > first, newEnd > first, old[oldEnd - 1] == new[newEnd - 1] {
    (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
  }
  let all = changes(
    after: first, from: old[first..<oldEnd].map { AnyHashable($0) },
    to: new[first..<newEnd].map { AnyHashable($0) }, before: old.count - oldEnd)
  for change in all { body(change) }
}

/// Returns all changes, from the keys between the equal ends. Not generic, so that this code is in the library once.
private func changes(
  after first: Int, from old: [AnyHashable], to new: [AnyHashable], before last: Int
) -> [ListChange] {
  var changes = (0..<first).map { ListChange.keep(at: $0, old: $0, new: $0) }
  var before = Set(old)
  let after = Set(new)
  var (from, to, at) = (0, 0, first)
  while from < old.count || to < new.count {
    if from < old.count, to < new.count, old[from] == new[to] {
      changes.append(.keep(at: at, old: first + from, new: first + to))
      (from, to, at) = (from + 1, to + 1, at + 1)
    } else if to < new.count,
      from == old.count || (after.contains(old[from]) && !before.contains(new[to]))
    {
      changes.append(.insert(at: at, new: first + to))
      (to, at) = (to + 1, at + 1)
    } else {
      changes.append(.remove(at: at))
      before.remove(old[from])
      from += 1
    }
  }
  for index in 0..<last {
    changes.append(.keep(at: at + index, old: first + from + index, new: first + to + index))
  }
  return changes
}
