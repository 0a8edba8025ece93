// Enums of features are embedded without a closure: the state type names its reducer.

extension Reducer {
  /// Embeds the features of an enum that this feature presents.
  ///
  ///     Reduce { state, action in … }
  ///       .ifLet(\.$destination, action: \.destination)
  @inlinable @inline(__always)
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ slot: @autoclosure @escaping () -> WritableKeyPath<State, PresentationState<ChildState>>,
    action casePath: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<
    Self, SlotOptic<State, ChildState>,
    PresentationActionOptic<Action, ChildState, ChildAction>,
    CaseBody<ChildState, ChildAction>
  > where Action: CasePathable, ChildState.StateReducer.Action == ChildAction {
    ifLet(
      slot(), action: casePath, destination: { CaseBody() },
      fileID: fileID, line: line)
  }

  /// Embeds the features of an enum, one for each element of a path.
  ///
  ///     Reduce { state, action in … }
  ///       .forEach(\.path, action: \.path)
  @inlinable
  public func forEach<ElementState: CaseReducerState, ElementAction>(
    _ path: WritableKeyPath<State, StackState<ElementState>>,
    action casePath: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StackReducer<
    Self, PropertyOptic<State, StackState<ElementState>>,
    StackActionOptic<Action, ElementState, ElementAction>, CaseBody<ElementState, ElementAction>
  > where Action: CasePathable, ElementState.StateReducer.Action == ElementAction {
    forEach(
      path, action: casePath, destination: { CaseBody() },
      fileID: fileID, line: line)
  }

  /// Embeds the features of an enum, one for each row of a collection.
  @inlinable
  public func forEach<ID: Hashable, ElementState: CaseReducerState, ElementAction>(
    _ rows: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action casePath: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> ForEachReducer<
    Self, PropertyOptic<State, IdentifiedArray<ID, ElementState>>,
    IdentifiedActionOptic<Action, ID, ElementAction>, CaseBody<ElementState, ElementAction>
  > where Action: CasePathable, ElementState.StateReducer.Action == ElementAction {
    forEach(
      rows, action: casePath, element: { CaseBody() },
      fileID: fileID, line: line)
  }
}

/// The features of an enum, as one reducer.
///
/// A separate type with a short name, because in a chain of operators each type is spelled out inside the next
/// one. Unlike an ``AnyReducer``, its type tells whether a feature in it has state-driven effects.
public struct CaseBody<State: CaseReducerState, Action>: ReducerOperator
where State.StateReducer.Action == Action {
  @usableFromInline let body: AnyReducer<State, Action>

  /// The body of the enum of features whose state this is.
  @inlinable
  public init() { body = AnyReducer(State.StateReducer.body) }

  @inlinable @inline(__always)
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    body._step(into: &state, action: action, in: context)
  }

  @inlinable
  public func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    body._follow(&state, in: context)
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    State.StateReducer._mayFollow(&asked)
  }
}
