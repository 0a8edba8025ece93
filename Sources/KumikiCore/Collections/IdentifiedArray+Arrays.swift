// Conformances that let generic code use an identified array as a collection and describe it.

extension IdentifiedArray: MutableCollection {}

extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  /// Replaces the elements at the positions of a range. A new element whose id is present outside the range replaces
  /// that element.
  ///
  /// - Complexity: O(*n* + *k*) for *k* new elements; four bytes move for each element after the range and for each new
  ///   one.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with elements: some Collection<Element>
  ) {
    removeSubrange(range)
    own()
    for element in elements.reversed() {
      let id = storage.idSource.id(of: element)
      if let slot = storage.slots[id] {
        storage.log.note(id)
        storage.rows[slot] = element
      } else {
        storage.insert(element, id, at: range.lowerBound)
      }
    }
  }
}

extension IdentifiedArray: CustomStringConvertible {
  public var description: String { elements.description }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  public var debugDescription: String { "IdentifiedArray<\(Element.self)>(\(elements))" }
}
