/// The changed stretches of a list, as ranges of the current list, in order, with at least one unchanged element
/// between two stretches.
package struct ListEdits {
  /// Elements that were inserted and removed at one index. One of the two numbers may be 0.
  package struct Stretch: Equatable {
    package var index: Int
    package var removed: Int
    package var inserted: Int

    fileprivate var end: Int { index + inserted }
  }

  package private(set) var stretches: [Stretch] = []

  package init() {}

  package mutating func insert(at index: Int) {
    let here = first { $0.end >= index }
    if here < stretches.count, stretches[here].index <= index {
      stretches[here].inserted += 1
    } else {
      stretches.insert(Stretch(index: index, removed: 0, inserted: 1), at: here)
    }
    shift(after: here, by: 1)
  }

  package mutating func remove(at index: Int) {
    let here = first { $0.end >= index }
    guard here < stretches.count, stretches[here].index <= index + 1 else {
      stretches.insert(Stretch(index: index, removed: 1, inserted: 0), at: here)
      return shift(after: here, by: -1)
    }
    if stretches[here].index <= index, index < stretches[here].end {
      // An inserted element is removed again.
      stretches[here].inserted -= 1
      shift(after: here, by: -1)
      if stretches[here].inserted == 0, stretches[here].removed == 0 { stretches.remove(at: here) }
      return
    }
    stretches[here].removed += 1
    if stretches[here].index > index { stretches[here].index = index }
    shift(after: here, by: -1)
    joinNext(here)
  }

  package mutating func replace(at index: Int) {
    remove(at: index)
    insert(at: index)
  }

  /// Joins two stretches if the elements between them are gone.
  private mutating func joinNext(_ here: Int) {
    guard here + 1 < stretches.count, stretches[here + 1].index == stretches[here].end else {
      return
    }
    let next = stretches.remove(at: here + 1)
    stretches[here].removed += next.removed
    stretches[here].inserted += next.inserted
  }

  private mutating func shift(after here: Int, by step: Int) {
    for later in stretches.indices.dropFirst(here + 1) { stretches[later].index += step }
  }

  private func first(where isHere: (Stretch) -> Bool) -> Int {
    stretches.firstIndex(where: isHere) ?? stretches.count
  }
}

/// The rows that were inserted and removed since the last query.
package final class RowEdits {
  /// Nil if any row may have been inserted or removed.
  private var edits: ListEdits?
  /// The largest number of stretches. With more, comparing all ids is no more expensive.
  private static let most = 64
  /// Whether there will be no more queries.
  private(set) var isOver = false
  /// The rows whose edits these are. An observer by index may switch to other rows, and back.
  weak var rows: JSONRows?

  package init() {}

  package func stop() { isOver = true }

  func note(_ change: (inout ListEdits) -> Void) {
    guard edits != nil else { return }
    change(&edits!)
    if edits!.stretches.count > Self.most { edits = nil }
  }

  func noteWhole() { edits = nil }

  /// Returns the edits so far, and starts an empty record.
  func take() -> ListEdits? {
    defer { edits = ListEdits() }
    return edits
  }
}
