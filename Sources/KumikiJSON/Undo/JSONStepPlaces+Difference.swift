// A fast check whether the elements of an array differ from those before a step, without comparing all of them.
extension JSONStepPlaces {
  /// Whether an array certainly has other elements than before a step: another number, or another element at the
  /// first index of an insertion, a removal or a move. Compares ids, or scalars.
  ///
  /// - Complexity: O(*m* log *n*) in the elements that the step inserted, removed and moved.
  func hasOtherElements(_ step: JSONUndoStep, in part: JSONNode) -> Bool {
    var arrays: [Int32: [JSONUndoStep.Entry]] = [:]
    for entry in step.entries where entry.isOfOrder {
      arrays[self[entry.place].home, default: []].append(entry)
    }
    return arrays.contains { home, entries in
      guard isCurrent(home), isComparable(home, step, Set(arrays.keys)) else { return false }
      let inserted = entries.count(where: \.isInserted)
      if inserted != entries.count(where: \.isRemoved) { return true }
      return isOtherAtFirst(home, entries, in: part)
    }
  }

  /// Whether no change around an array could have made the values equal nevertheless.
  private func isComparable(_ home: Int32, _ step: JSONUndoStep, _ arrays: Set<Int32>) -> Bool {
    var here = order(home).place
    while true {
      if let known = entry(here, of: step), step.entries[known].isWhole { return false }
      if here == Self.root { return true }
      if self[here].isElement, arrays.contains(self[here].home) { return false }
      here = above(here)
    }
  }

  private func isOtherAtFirst(
    _ home: Int32, _ entries: [JSONUndoStep.Entry], in part: JSONNode
  ) -> Bool {
    guard let keys = keys(order(home).place),
      let array = JSONPointer(keys: keys).resolve(in: part), array.isArray
    else { return false }
    var gaps: [Int32: JSONUndoStep.Entry] = [:]
    var fresh: Set<Int32> = []
    for entry in entries {
      if entry.gap >= 0 { gaps[entry.gap] = entry }
      if !entry.isRemoved { fresh.insert(self[entry.place].item) }
    }
    fresh.remove(-1)
    let first = (Array(gaps.keys) + fresh).min { items.isBefore($0, $1) }
    guard let first, let now = array.element(items.index(of: first)) else { return false }
    guard let (place, old) = former(first, gaps, fresh, array) else { return false }
    return old.withNode {
      isSurely($0, place, otherThan: now, order(home).rows?.idKey ?? JSONPathForm.id)
    }
  }

  /// Returns the former element at an item's position, where the item is a gap of the step or an element that
  /// arrived there: its place, if it has one, and its value.
  private func former(
    _ first: Int32, _ gaps: [Int32: JSONUndoStep.Entry], _ fresh: Set<Int32>, _ array: JSONNode
  ) -> (place: Int32?, value: JSON)? {
    var (item, index) = (first, items.index(of: first))
    while true {
      if let entry = gaps[item] {
        if case .value(let before) = entry.before { return (entry.place, before) }
        let now = self[entry.place].item
        return now < 0
          ? nil : array.element(items.index(of: now)).map { (entry.place, JSON(borrowing: $0)) }
      }
      let place = items.place(of: item)
      if place >= 0 {
        if !fresh.contains(item) {
          return array.element(index).map { (place, JSON(borrowing: $0)) }
        }
        index += 1
      }
      guard let next = items.next(item), items.untouched(before: next) == 0 else {
        return array.element(index).map { (nil, JSON(borrowing: $0)) }
      }
      item = next
    }
  }

  /// Whether an old element certainly differs from a current one.
  private func isSurely(
    _ old: JSONNode, _ place: Int32?, otherThan now: JSONNode, _ key: JSONCase
  ) -> Bool {
    if !old.isContainer || !now.isContainer { return !old.isEqual(to: now) }
    // If the places include the row's id, the step may have written it.
    guard let id = key.member(of: old), let other = key.member(of: now),
      place.flatMap({ member(key.segment, of: $0) }) == nil
    else { return false }
    return !id.isEqual(to: other)
  }
}
