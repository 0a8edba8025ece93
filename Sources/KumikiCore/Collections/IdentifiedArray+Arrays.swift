// What an array does and is described as, for code that takes any such collection.

extension IdentifiedArray: MutableCollection {}

extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  /// Replaces the elements at the positions of a range. A new element whose id is present outside of the range
  /// replaces the element there.
  ///
  /// - Complexity: O(*n* + *k*) for *k* new elements, four bytes moved for each element behind the range and
  ///   each new one.
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
