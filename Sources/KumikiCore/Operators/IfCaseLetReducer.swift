extension Reducer {
  /// Embeds a child feature that runs while an enum state is in one case: the child first, then this reducer.
  ///
  ///     Reduce { state, action in … }
  ///       .ifCaseLet(\.loggedIn, action: \.loggedIn) { LoggedIn() }
  ///
  /// A child action in another case reports the issue `wrong-case`; this reducer still runs. When the state moves to
  /// another case, or the payload's `id` changes, the child's effects are cancelled.
  @inlinable
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ statePath: CaseKeyPath<State, ChildState>,
    action casePath: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> IfLetReducer<
    Self, CaseOptic<State, ChildState>, CasePath<Action, ChildAction>,
    CaseIdentity<State, ChildState>, Child
  > where State: CasePathable, Action: CasePathable {
    let part = CaseOptic(statePath)
    return IfLetReducer(
      self, part, CasePath(casePath), CaseIdentity(part.path), child(),
      label: OperatorLabel("ifCaseLet", at: Site(fileID, line)))
  }
}

extension Reducer where State: CasePathable {
  /// Embeds a child feature that receives every action while an enum state is in one case:
  /// `action: \.self`.
  @inlinable @_disfavoredOverload
  public func ifCaseLet<ChildState, Child: Reducer<ChildState, Action>>(
    _ statePath: CaseKeyPath<State, ChildState>, action _: WholeKeyPath<Action>,
    @ReducerBuilder<ChildState, Action> then child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> IfLetReducer<
    Self, CaseOptic<State, ChildState>, CasePath<Action, Action>,
    CaseIdentity<State, ChildState>, Child
  > {
    let part = CaseOptic(statePath)
    return IfLetReducer(
      self, part, .whole, CaseIdentity(part.path), child(),
      label: OperatorLabel("ifCaseLet", at: Site(fileID, line)))
  }
}

/// Distinguishes the payloads of one case by their `id`, and by the case of an enum payload.
public struct CaseIdentity<Root, Payload>: ChildIdentity {
  @usableFromInline let path: CasePath<Root, Payload>
  @usableFromInline let type: Uncounted<PresentedType>

  /// Creates the identity of a case's payload.
  @inlinable
  public init(_ path: CasePath<Root, Payload>) {
    self.path = path
    type = PresentedType.of(Payload.self)
  }

  @inlinable
  public func value(in root: inout Root) -> PresentedIdentity? {
    path.extract(from: root).map { payload in type.with { $0.currentIdentity(of: payload) } }
  }
}
