// A case path leads through a slot without the word `presented`: `\.destination.edit.save`.

extension PresentationAction: CasePathable {
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The case path of `dismiss`.
    public let dismiss = CasePath<PresentationAction, Void>(embed: { .dismiss }) {
      if case .dismiss = $0 { () } else { nil }
    }
    /// The case path of `presented`.
    public let presented = CasePath<PresentationAction, Action>(embed: { .presented($0) }) {
      if case .presented(let action) = $0 { action } else { nil }
    }

    /// The case path of a case of the presented feature's action.
    public subscript<Inner>(
      dynamicMember step: KeyPath<Action.AllCasePaths, CasePath<Action, Inner>>
    ) -> CasePath<PresentationAction, Inner> where Action: CasePathable {
      presented.through(step)
    }

    /// The case path of the slot, as a slot for a single case. Dismissing it dismisses the presented feature.
    @_disfavoredOverload
    public subscript<Inner>(
      dynamicMember step: KeyPath<Action.AllCasePaths, CasePath<Action, Inner>>
    ) -> CasePath<PresentationAction, PresentationAction<Inner>> where Action: CasePathable {
      let inner = CasePath<Action, Inner>(step)
      return CasePath(
        { $0.map(inner.embed) ?? .dismiss }, { $0.map(inner.extract(from:)) }, inner.caseName)
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// Returns the action with its presented action transformed, or nil if `transform` returns nil.
  private func map<Other>(_ transform: (Action) -> Other?) -> PresentationAction<Other>? {
    switch self {
    case .dismiss: .dismiss
    case .presented(let action): transform(action).map { .presented($0) }
    }
  }
}

extension DestinationAction: CasePathable {
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The case path of `dismiss`.
    public let dismiss = CasePath<DestinationAction, Void>(embed: { .dismiss }) {
      if case .dismiss = $0 { () } else { nil }
    }
    /// The case path of `present`.
    public let present = CasePath<DestinationAction, (id: PresentationID?, State?)>(embed: {
      .present(id: $0.id, $0.1)
    }) {
      if case .present(let id, let state) = $0 { (id, state) } else { nil }
    }
    /// The case path of `presented`.
    public let presented = CasePath<DestinationAction, Action>(embed: { .presented($0) }) {
      if case .presented(let action) = $0 { action } else { nil }
    }

    /// The case path of a case of the presented feature's action.
    public subscript<Inner>(
      dynamicMember step: KeyPath<Action.AllCasePaths, CasePath<Action, Inner>>
    ) -> CasePath<DestinationAction, Inner> where Action: CasePathable {
      presented.through(step)
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
