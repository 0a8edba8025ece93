extension Sequence {
  /// Returns the closure's first result that is not nil. Calls the closure once for each element.
  ///
  /// A lazy `compactMap` would call the closure twice for the element it finds: once to find it and once to return
  /// it. With nested closures each level would double the calls of the level below.
  @inlinable
  package func firstResult<Result>(_ answer: (Element) throws -> Result?) rethrows -> Result? {
    for element in self {
      if let result = try answer(element) { return result }
    }
    return nil
  }
}
