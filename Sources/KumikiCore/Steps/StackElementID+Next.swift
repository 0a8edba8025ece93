// The source of the ids of a navigation path's elements.

extension StackElementID {
  /// Returns the next id of the store that is reducing or being created; elsewhere, the next id of the process.
  package static func next() -> Self {
    if let generator = DependencyValues.ambient(StackElementIDKey.self) { return generator() }
    return generated()
  }

  /// Returns the next id of the store's own generator, ignoring the dependencies.
  static func generated() -> Self {
    ReduceContext.current?.pointee.identifiers.stackElementID()
      ?? Self(generation: Identifiers.globalStackElementID())
  }

  /// Returns whether a test is stating an expected state. If so, the store does not generate this id.
  func isStated() -> Bool {
    guard let identifiers = ReduceContext.stating else { return false }
    identifiers.noteStackElement(self)
    return true
  }

  /// Records the ids of elements from outside, so that the store does not generate them.
  static func noteExternal(_ ids: some Sequence<Self>) {
    if let generator = DependencyValues.ambient(StackElementIDKey.self) {
      if let note = generator.note { ids.forEach(note) }
    } else if let identifiers = ReduceContext.current?.pointee.identifiers {
      ids.forEach(identifiers.noteStackElement)
    }
  }
}
