internal import KumikiValues

// A feature in another language writes its whole state after each step. Only the differences are written to the
// value here, so that observers, patches, lists and histories receive exactly the feature's changes.
extension JSONState {
  /// Makes the value here equal to another value, which is admitted and different.
  ///
  /// - Parameter levels: the levels to compare part by part. Below them, differing values are replaced.
  /// - Returns: false if memory runs out.
  mutating func writeDifferences(_ new: JSONNode, levels: Int = 32) -> Bool {
    guard let old = node else { return replace(with: new) }
    if levels > 0, old.isObject, new.isObject, old.hasKeys(of: new) {
      return new.members.allSatisfy { member in
        if node?.member(member.key)?.isEqual(to: member.value) == true { return true }
        return JSONPointer.Segment(member.key, index: -1).withStep { segment in
          // For the rows' operator, which restores the old id of a row that has changed its id.
          if isIDOfRow(segment.pointee) { noteStructure() }
          return step(segment) { $0.writeDifferences(member.value, levels: levels - 1) }
        }
      }
    }
    if levels > 0, old.isArray, new.isArray,
      let edits = JSONElementEdits(from: old, to: new, by: rowsHere?.with({ $0.idKey }) ?? .id)
    {
      return perform(edits, new) && becomeElements(new, levels)
    }
    return replace(with: new)
  }

  private mutating func replace(with value: JSONNode) -> Bool {
    document.with { $0.room.add(value) }
    guard put(stealing: value.retained()) else {
      document.with { $0.room.takeOff(value) }
      return false
    }
    changed(below: true)
    return true
  }

  private mutating func perform(_ edits: JSONElementEdits, _ new: JSONNode) -> Bool {
    for index in edits.gone.reversed() {
      let isDone: Void? = withDecimal(index) { try? takeOut($0) }
      if isDone == nil { return false }
    }
    for index in edits.come {
      guard let value = new.element(index) else { return false }
      document.with { $0.room.add(value) }
      let isDone: Void? = withDecimal(index) { try? place(stealing: value.retained(), at: $0) }
      guard isDone != nil else {
        document.with { $0.room.takeOff(value) }
        return false
      }
    }
    return true
  }

  private mutating func becomeElements(_ new: JSONNode, _ levels: Int) -> Bool {
    (0..<new.elementCount).allSatisfy { index in
      guard let value = new.element(index) else { return false }
      if node?.element(index)?.isEqual(to: value) == true { return true }
      return stepRow(index) { $0.writeDifferences(value, levels: levels - 1) }
    }
  }
}

/// The elements to remove and insert, so that afterwards each element is at its successor's index.
private struct JSONElementEdits {
  /// Indices in the old array, ascending.
  private(set) var gone: [Int] = []
  /// Indices in the new array, ascending.
  private(set) var come: [Int] = []
  /// The largest number of single edits, each of which shifts the elements after it.
  private static let most = 64

  /// Nil if the elements are in a different order, or if too many differ.
  ///
  /// Elements are compared by id, or by value if they have no id.
  ///
  /// - Parameter key: the member that contains the id.
  init?(from old: JSONNode, to new: JSONNode, by key: JSONCase) {
    let (oldCount, newCount) = (old.elementCount, new.elementCount)
    let shorter = min(oldCount, newCount)
    var first = 0
    while first < shorter, old.isSame(at: first, as: new, at: first, by: key) { first += 1 }
    var behind = 0
    while behind < shorter - first,
      old.isSame(at: oldCount - 1 - behind, as: new, at: newCount - 1 - behind, by: key)
    {
      behind += 1
    }
    let before = first..<(oldCount - behind)
    let after = first..<(newCount - behind)
    if before.isEmpty || after.isEmpty {
      (gone, come) = (Array(before), Array(after))
    } else if let edits = JSONRowEdits(from: old, to: new, by: key.member(of:)) {
      if !edits.moves.isEmpty { return nil }
      (gone, come) = (edits.gone, edits.come)
    } else {
      // Elements without ids are matched by their indices.
      let both = first + min(before.count, after.count)
      let isRenamed = (first..<both).contains { !old.hasID(at: $0, of: new, by: key) }
      if isRenamed { return nil }
      (gone, come) = (
        Array(both..<max(both, before.upperBound)), Array(both..<max(both, after.upperBound))
      )
    }
    if gone.count + come.count > Self.most { return nil }
  }
}

extension JSONNode {
  fileprivate func hasKeys(of other: JSONNode) -> Bool {
    if memberCount != other.memberCount { return false }
    var members = JSONMembersInOrder(of: self)
    return other.members.allSatisfy { members.value($0.key) != nil }
  }

  fileprivate func isSame(
    at index: Int, as other: JSONNode, at otherIndex: Int, by key: JSONCase
  ) -> Bool {
    guard let left = element(index), let right = other.element(otherIndex) else { return false }
    if left == right { return true }
    guard let id = key.member(of: left), let otherID = key.member(of: right) else {
      return left.isEqual(to: right)
    }
    return id.isEqual(to: otherID)
  }

  /// Whether the elements at an index have the same id, or both have none.
  fileprivate func hasID(at index: Int, of other: JSONNode, by key: JSONCase) -> Bool {
    guard let left = element(index), let right = other.element(index) else { return false }
    guard let id = key.member(of: left), let otherID = key.member(of: right) else {
      return key.member(of: left) == nil && key.member(of: right) == nil
    }
    return id.isEqual(to: otherID)
  }
}
