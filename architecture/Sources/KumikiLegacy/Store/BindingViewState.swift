/// A field of a view's state that the view also writes, as in code from before stores had
/// observable state.
///
///     struct ViewState: Equatable { @BindingViewState var name: String }
///     let view = ViewStore(store, observe: { ViewState(name: $0.$name) })
///     view.$name.wrappedValue = "Ann"
@propertyWrapper
@dynamicMemberLookup
public struct BindingViewState<Value> {
  /// The field's value when the view was last notified.
  public let wrappedValue: Value
  /// A binding to the store's field, `$field`: to read and to write.
  public let projectedValue: Binding<Value>

  fileprivate init(_ value: Value, _ binding: Binding<Value>) {
    wrappedValue = value
    projectedValue = binding
  }

  /// A binding to a part of the field.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> BindingViewState<Member> {
    BindingViewState<Member>(
      wrappedValue[keyPath: keyPath], projectedValue[dynamicMember: keyPath])
  }
}

extension BindingViewState: Equatable where Value: Equatable {
  public static func == (one: Self, other: Self) -> Bool { one.wrappedValue == other.wrappedValue }
}

/// The state from which a view makes its view state, with bindings to its marked fields.
@dynamicMemberLookup
public struct BindingViewStore<State> {
  private let state: State
  // The engine's store, because the function that makes a view state is not isolated to an actor.
  private let store: LoopStore<State, BindingAction<State>>

  fileprivate init(_ state: State, _ store: LoopStore<State, BindingAction<State>>) {
    self.state = state
    self.store = store
  }

  /// A member of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// A binding to a field marked `@BindingState`: `$0.$name`.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember field: WritableKeyPath<State, BindingState<Value>>
  ) -> BindingViewState<Value> {
    BindingViewState(
      state[keyPath: field].wrappedValue,
      Binding(
        get: { [store] in store.state[keyPath: field].wrappedValue },
        set: { [store] in store.send(.set(field, $0)) }))
  }
}

extension ViewStore where ViewState: Equatable, ViewAction: BindableAction {
  /// A view store that writes fields of its view state.
  @_disfavoredOverload
  public convenience init(
    _ store: Store<ViewAction.State, ViewAction>,
    observe toViewState: @escaping (_ state: BindingViewStore<ViewAction.State>) -> ViewState
  ) {
    let fields = store.scope(
      state: { $0 }, action: { (action: BindingAction<ViewAction.State>) in .binding(action) })
    self.init(store, observe: { toViewState(BindingViewStore($0, fields.base)) })
  }
}
