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
  while first < old.count, first < new.count, old[first] == new[first] {
    body(.keep(at: first, old: first, new: first))
    first += 1
  }
  var (oldEnd, newEnd) = (old.count, new.count)
  while oldEnd > first, newEnd > first, old[oldEnd - 1] == new[newEnd - 1] {
    (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
  }
  var before = Set(old[first..<oldEnd])
  let after = Set(new[first..<newEnd])
  var (from, to, at) = (first, first, first)
  while from < oldEnd || to < newEnd {
    if from < oldEnd, to < newEnd, old[from] == new[to] {
      body(.keep(at: at, old: from, new: to))
      (from, to, at) = (from + 1, to + 1, at + 1)
    } else if to < newEnd,
      from == oldEnd || (after.contains(old[from]) && !before.contains(new[to]))
    {
      body(.insert(at: at, new: to))
      (to, at) = (to + 1, at + 1)
    } else {
      body(.remove(at: at))
      before.remove(old[from])
      from += 1
    }
  }
  while from < old.count {
    body(.keep(at: at, old: from, new: to))
    (from, to, at) = (from + 1, to + 1, at + 1)
  }
}
