/// Makes the writes of a feature's fields and ignores every other action.
///
///     var body: some ReducerOf<Self> {
///       BindingReducer()
///       Reduce { state, action in
///         switch action {
///         case .binding(\.name): …
///
/// Reducers listed after it see the new value, and reducers before it the old value. It returns no effect.
/// A decoded write that does not match the state changes nothing and reports the issue `binding-failed`.
public struct BindingReducer<State, Action, Bound: BindableAction>: Reducer
where Bound.State == State {
  /// It has no body, because it is a step.
  public typealias Body = Never

  @usableFromInline let extract: (Action) -> BindingAction<State>?

  /// - Parameter extract: finds the write in an action.
  package init(_ extract: @escaping (Action) -> BindingAction<State>?) { self.extract = extract }

  /// For actions that are bindable themselves.
  @inlinable
  public init() where Bound == Action { extract = { $0.binding } }

  /// For actions with a case that is bindable, such as the actions of a view.
  @inlinable
  public init(action casePath: CaseKeyPath<Action, Bound>) where Action: CasePathable {
    let path = CasePath(casePath)
    extract = { path.extract(from: $0)?.binding }
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if let binding = extract(action) { binding.apply(to: &state) }
    return .none
  }
}

extension BindingAction {
  /// Writes the value and counts the write, so that a view can tell that it was handled.
  @usableFromInline
  func apply(to root: inout Root) {
    ReduceContext.noteBinding()
    if let write { return write.apply(&root) }
    guard let failure else { return }
    ReduceContext.report(
      failure.code, "a binding could not write \(failure.path): \(failure.reason)",
      label: "BindingReducer", part: .below(failure.path.text))
  }
}
