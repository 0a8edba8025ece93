// Enums of features are embedded without a closure: the state type names its reducer.

extension Reducer {
  /// Embeds the features of an enum that this one presents.
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
    AnyReducer<ChildState, ChildAction>
  > where Action: CasePathable, ChildState.StateReducer.Action == ChildAction {
    ifLet(
      slot(), action: casePath, destination: { AnyReducer(ChildState.StateReducer.body) },
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
    StackActionOptic<Action, ElementState, ElementAction>, AnyReducer<ElementState, ElementAction>
  > where Action: CasePathable, ElementState.StateReducer.Action == ElementAction {
    forEach(
      path, action: casePath, destination: { AnyReducer(ElementState.StateReducer.body) },
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
    IdentifiedActionOptic<Action, ID, ElementAction>, AnyReducer<ElementState, ElementAction>
  > where Action: CasePathable, ElementState.StateReducer.Action == ElementAction {
    forEach(
      rows, action: casePath, element: { AnyReducer(ElementState.StateReducer.body) },
      fileID: fileID, line: line)
  }
}
