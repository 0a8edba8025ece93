extension Sequence {
  /// What a closure answers for the first element that it answers something for, asked once for each.
  ///
  /// A lazy `compactMap` would ask twice about the element that is found: once to find it, and once to
  /// hand it out. Of closures that ask in turn each level doubles what the one below takes.
  @inlinable
  package func firstResult<Result>(_ answer: (Element) throws -> Result?) rethrows -> Result? {
    for element in self {
      if let result = try answer(element) { return result }
    }
    return nil
  }
}
