/// A field of what a view shows that the view writes too, as it was until the state of stores was observable.
///
///     struct ViewState: Equatable { @BindingViewState var name: String }
///     let view = ViewStore(store, observe: { ViewState(name: $0.$name) })
///     view.$name.wrappedValue = "Ann"
@propertyWrapper
@dynamicMemberLookup
public struct BindingViewState<Value> {
  /// The field as it was when the view was told last.
  public let wrappedValue: Value
  /// The field of the store, `$field`: to read and to write.
  public let projectedValue: Binding<Value>

  fileprivate init(_ value: Value, _ binding: Binding<Value>) {
    wrappedValue = value
    projectedValue = binding
  }

  /// A part of the field, to write by itself.
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

/// The state that a view is made of what it shows of, with its marked fields as what a view writes.
@dynamicMemberLookup
public struct BindingViewStore<State> {
  private let state: State
  private let store: Store<State, BindingAction<State>>

  fileprivate init(_ state: State, _ store: Store<State, BindingAction<State>>) {
    self.state = state
    self.store = store
  }

  /// A member of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// A field that is marked as `@BindingState`, to write: `$0.$name`.
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
  /// A view that writes fields of what it shows.
  @_disfavoredOverload
  public convenience init(
    _ store: Store<ViewAction.State, ViewAction>,
    observe toViewState: @escaping (_ state: BindingViewStore<ViewAction.State>) -> ViewState
  ) {
    let fields = store.scope(
      state: { $0 }, action: { (action: BindingAction<ViewAction.State>) in .binding(action) })
    self.init(store, observe: { toViewState(BindingViewStore($0, fields)) })
  }
}
