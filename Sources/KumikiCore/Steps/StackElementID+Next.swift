// Where the ids of a path's elements come from.

extension StackElementID {
  /// The next id of the store that is reducing or being made; of the process elsewhere.
  package static func next() -> Self {
    if let generator = DependencyValues.ambient(StackElementIDKey.self) { return generator() }
    return generated()
  }

  /// The next id of the store's own generator, ignoring the dependencies.
  static func generated() -> Self {
    ReduceContext.current?.pointee.identifiers.stackElementID()
      ?? Self(generation: Identifiers.globalStackElementID())
  }

  /// Whether a test states an expected state; then the store does not give out this id.
  func isStated() -> Bool {
    guard let identifiers = ReduceContext.stating else { return false }
    identifiers.noteStackElement(self)
    return true
  }

  /// Notes the ids of elements from outside, so that the store does not give them out.
  static func noteBrought(_ ids: some Sequence<Self>) {
    if let generator = DependencyValues.ambient(StackElementIDKey.self) {
      if let note = generator.note { ids.forEach(note) }
    } else if let identifiers = ReduceContext.current?.pointee.identifiers {
      ids.forEach(identifiers.noteStackElement)
    }
  }
}
