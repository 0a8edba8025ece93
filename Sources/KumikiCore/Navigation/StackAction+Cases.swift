// A case path leads through an element by its id: `\.path[id: 0].detail.save`.

extension StackAction: CasePathable {
  public struct AllCasePaths: Sendable {
    /// The case path of `element`.
    public let element = CasePath<StackAction, (id: StackElementID, action: Action)>(embed: {
      .element(id: $0.id, action: $0.action)
    }) {
      if case .element(let id, let action) = $0 { (id, action) } else { nil }
    }
    /// The case path of `popFrom`.
    public let popFrom = CasePath<StackAction, StackElementID>(embed: { .popFrom(id: $0) }) {
      if case .popFrom(let id) = $0 { id } else { nil }
    }
    /// The case path of `push`.
    public let push = CasePath<StackAction, (id: StackElementID, state: State)>(embed: {
      .push(id: $0.id, state: $0.state)
    }) {
      if case .push(let id, let state) = $0 { (id, state) } else { nil }
    }

    /// The case path of one element's actions.
    public subscript(id id: StackElementID) -> CasePath<StackAction, Action> {
      CasePath(
        { .element(id: id, action: $0) },
        { if case .element(id, let action) = $0 { action } else { nil } }, .id(id))
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension NavigationAction: CasePathable {
  public struct AllCasePaths: Sendable {
    /// The case path of `element`.
    public let element = CasePath<NavigationAction, (id: StackElementID, action: Action)>(embed: {
      .element(id: $0.id, action: $0.action)
    }) {
      if case .element(let id, let action) = $0 { (id, action) } else { nil }
    }
    /// The case path of `dismiss`.
    public let dismiss = CasePath<NavigationAction, StackElementID>(embed: { .dismiss(id: $0) }) {
      if case .dismiss(let id) = $0 { id } else { nil }
    }
    /// The case path of `setPath`.
    public let setPath = CasePath<NavigationAction, StackState<State>>(embed: { .setPath($0) }) {
      if case .setPath(let path) = $0 { path } else { nil }
    }

    /// The case path of one element's actions.
    public subscript(id id: StackElementID) -> CasePath<NavigationAction, Action> {
      CasePath(
        { .element(id: id, action: $0) },
        { if case .element(id, let action) = $0 { action } else { nil } }, .id(id))
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
