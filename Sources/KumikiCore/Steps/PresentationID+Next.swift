// The source of presentation ids.

extension PresentationID {
  /// Returns the next id of the store that is reducing or being created, or a unique id elsewhere.
  @usableFromInline
  static func next() -> Self { next(from: nil) }

  /// - Parameter identifiers: the store's generator, used when no store is reducing.
  package static func next(from identifiers: Identifiers?) -> Self {
    if let generator = DependencyValues.ambient(PresentationIDKey.self) { return generator() }
    if let identifiers { return identifiers.presentationID() }
    return ReduceContext.currentIdentifiers { $0?.presentationID() ?? .unique() }
  }

  /// Returns the next id of a store's own generator, ignoring the dependencies.
  static func generated(by identifiers: Identifiers?) -> Self {
    identifiers?.presentationID() ?? .unique()
  }

  /// Returns the id of a presentation that an action starts.
  static func fromAction() -> Self { Self(UUIDGenerator.forPresentations().description) }
}

extension PresentationState {
  /// Returns this value in the presentation of another state if the case and id are the same, so that its effects
  /// continue; otherwise in a new presentation.
  package func continuing(_ other: Self?, _ identifiers: Identifiers) -> Self {
    guard let box else { return self }
    let made = PresentedBox.make(copying: box, State.self)
    if let old = other?.box?.fields.presentation,
      old.continues(as: made.fields.presentation.identity, .changed)
    {
      made.fields.presentation = old
    } else {
      made.fields.presentation.take(identifiers.presentationID())
    }
    return Self(box: made)
  }
}
