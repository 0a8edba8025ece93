// A navigation path is edited like an array. Elements that stay on the path keep their ids.

extension StackState: RangeReplaceableCollection {
  /// Replaces elements with other elements, which all get new ids.
  public mutating func replaceSubrange(
    _ range: some RangeExpression<Int>, with elements: some Sequence<Element>
  ) {
    replace(range.relative(to: 0..<entries.count), with: elements)
  }

  private mutating func replace(_ range: Range<Int>, with elements: some Sequence<Element>) {
    // Before the removal, so that no new id equals an id that is still on the path.
    let added = elements.map { (nextID(), $0) }
    change { entries in
      let above = entries.elements[range.upperBound...].map { ($0.key, $0.value) }
      entries.removeSubrange(range.lowerBound...)
      for (id, element) in added + above { entries[id] = element }
    }
  }

  /// Replaces elements with other elements, which all get new ids.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with elements: some Collection<Element>
  ) {
    replace(range, with: elements)
  }

  /// Removes the elements that satisfy a predicate. The remaining elements keep their ids.
  ///
  /// - Complexity: O(*n*).
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    var kept = entries
    try kept.removeAll { try isRemoved($0.value) }
    if kept.count < count { change { $0 = kept } }
  }

  /// Returns the elements that satisfy a predicate as a path, with their ids.
  ///
  /// - Complexity: O(*n*).
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var kept = self
    try kept.removeAll { try !isIncluded($0) }
    return kept
  }
}
