// Where the ids of presentations come from.

extension PresentationID {
  /// The next id of the store that is reducing or being made; unique elsewhere.
  @usableFromInline
  static func next() -> Self { next(from: nil) }

  /// - Parameter identifiers: the store's generator, for when nothing is being reduced.
  package static func next(from identifiers: Identifiers?) -> Self {
    DependencyValues.ambient(PresentationIDKey.self)?()
      ?? generated(by: identifiers ?? ReduceContext.current?.pointee.identifiers)
  }

  /// The next id of a store's own generator, whatever the dependencies say.
  static func generated(by identifiers: Identifiers?) -> Self {
    identifiers?.presentationID() ?? .unique()
  }

  /// The id of a presentation that an action brings.
  static func brought() -> Self { Self(UUIDGenerator.forPresentations().description) }
}

extension PresentationState {
  /// This value in the presentation of another state, if that has the same case and id, so that its effects
  /// go on; otherwise in a new presentation.
  package func continuing(_ other: Self?, _ identifiers: Identifiers) -> Self {
    guard let box else { return self }
    let made = PresentedBox.make(copying: box, State.self)
    if let old = other?.box?.fields.presentation,
      old.goesOn(as: made.fields.presentation.identity, .changed)
    {
      made.fields.presentation = old
    } else {
      made.fields.presentation.take(identifiers.presentationID())
    }
    return Self(box: made)
  }
}
