#if Macros
  /// Lets a view send only its own actions: `send(.tapped)` for `store.send(.view(.tapped))`.
  ///
  ///     @ViewAction(for: Counter.self)
  ///     struct CounterView {
  ///       let store: StoreOf<Counter>
  ///       func tap() { send(.incrementTapped) }
  ///     }
  ///
  /// The feature's `Action` must be a ``Kumiki/ViewAction``, with a `case view(View)`.
  @attached(member, names: named(send))
  public macro ViewAction<R: Reducer>(for: R.Type) =
    #externalMacro(module: "KumikiMacrosPlugin", type: "ViewActionMacro")
  where R.Action: ViewAction
#endif
