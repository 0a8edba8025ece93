// A case path leads to a row by its id: `\.rows[id: 7].toggled`.

extension IdentifiedAction: CasePathable {
  public struct AllCasePaths {
    /// The case path of `element`.
    public let element = CasePath<IdentifiedAction, (id: ID, action: Action)>(embed: {
      .element(id: $0.id, action: $0.action)
    }) {
      if case .element(let id, let action) = $0 { (id, action) } else { nil }
    }

    /// The case path of one row's actions.
    public subscript(id id: ID) -> CasePath<IdentifiedAction, Action> {
      CasePath(
        { .element(id: id, action: $0) },
        { if case .element(id, let action) = $0 { action } else { nil } }, .id(id))
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
