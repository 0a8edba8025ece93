/// Runs a child feature on a part of the state, for the actions in its branch.
///
///     Scope(state: \.settings, action: \.settings) { Settings() }
///
/// On a case of an enum state, an action that arrives while the state is in another case reports the issue
/// `wrong-case`, and the child does not run. A scope adds no identity: cancellation ids used inside it belong to the
/// parent.
public final class Scope<Part: StateOptic, Branch: ActionOptic, Child: Reducer>: ChildOperator<
  EmptyReducer<Part.Root, Branch.Root>, Part, Branch, Child
>, ReducerOperator
where Part.Value == Child.State, Branch.Value == Child.Action {
  /// Embeds a child on a part of the state and a branch of the actions, given by any optics.
  @inlinable
  public init(_ part: Part, _ branch: Branch, _ child: Child, label: OperatorLabel) {
    super.init(EmptyReducer(), part, branch, child, label: label)
  }

  @inlinable @inline(__always)
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    guard let childAction = act.extract(from: action) else { return .none }
    return runChild(&state, childAction, context, .transparent, orElse: "nothing was run") { key() }
  }

  @inlinable
  public func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    followChild(&state, context, .transparent) { key() }
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    Child._mayFollow(&asked)
  }
}

extension Scope {
  /// Embeds a child on a property of the state.
  @inlinable
  public convenience init<State, Action, ChildState, ChildAction>(
    state keyPath: WritableKeyPath<State, ChildState>,
    action casePath: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  )
  where
    Part == PropertyOptic<State, ChildState>, Branch == CasePath<Action, ChildAction>,
    Action: CasePathable
  {
    self.init(
      PropertyOptic(keyPath), CasePath(casePath), child(),
      label: OperatorLabel("Scope", at: Site(fileID, line)))
  }

  /// Embeds a child that receives every action: `action: \.self`.
  @inlinable
  public convenience init<State, Action, ChildState>(
    state keyPath: WritableKeyPath<State, ChildState>, action _: WholeKeyPath<Action>,
    @ReducerBuilder<ChildState, Action> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  )
  where Part == PropertyOptic<State, ChildState>, Branch == CasePath<Action, Action> {
    self.init(
      PropertyOptic(keyPath), .whole, child(), label: OperatorLabel("Scope", at: Site(fileID, line))
    )
  }

  /// Embeds a child that receives every action on a case of an enum state.
  @inlinable
  public convenience init<State, Action, ChildState>(
    state casePath: CaseKeyPath<State, ChildState>, action _: WholeKeyPath<Action>,
    @ReducerBuilder<ChildState, Action> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  )
  where
    Part == CaseOptic<State, ChildState>, Branch == CasePath<Action, Action>, State: CasePathable
  {
    self.init(
      CaseOptic(casePath), .whole, child(), label: OperatorLabel("Scope", at: Site(fileID, line)))
  }

  /// Embeds a child on a case of an enum state.
  @inlinable
  public convenience init<State, Action, ChildState, ChildAction>(
    state casePath: CaseKeyPath<State, ChildState>,
    action actionPath: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  )
  where
    Part == CaseOptic<State, ChildState>, Branch == CasePath<Action, ChildAction>,
    State: CasePathable, Action: CasePathable
  {
    self.init(
      CaseOptic(casePath), CasePath(actionPath), child(),
      label: OperatorLabel("Scope", at: Site(fileID, line)))
  }
}
