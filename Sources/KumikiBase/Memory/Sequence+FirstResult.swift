extension Sequence {
  /// The closure's first result that is not nil. The closure is called once for each element.
  ///
  /// A lazy `compactMap` would call it twice for the element found: once to find it and once to return it. In
  /// nested closures each level would double the calls of the one below.
  @inlinable
  package func firstResult<Result>(_ answer: (Element) throws -> Result?) rethrows -> Result? {
    for element in self {
      if let result = try answer(element) { return result }
    }
    return nil
  }
}
