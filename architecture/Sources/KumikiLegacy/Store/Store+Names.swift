/// A view store for a whole feature: `ViewStoreOf<Counter>`.
public typealias ViewStoreOf<R: Reducer> = ViewStore<R.State, R.Action>

extension Store {
  /// Makes a store with a reducer given as an argument: `Store(initialState: …, reducer: Counter())`.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure @escaping () -> State, reducer: @autoclosure () -> R,
    loop: Loop? = nil, withDependencies update: ((inout DependencyValues) -> Void)? = nil
  ) {
    self.init(
      initialState: initialState(), loop: loop, reducer: { reducer() }, withDependencies: update)
  }

  /// Makes a store with a reducer that has an environment.
  public convenience init<Environment>(
    initialState: @autoclosure @escaping () -> State,
    reducer: KumikiLegacy.AnyReducer<State, Action, Environment>, environment: Environment,
    loop: Loop? = nil
  ) {
    self.init(initialState: initialState(), loop: loop) {
      Reduce(reducer, environment: environment)
    }
  }

  /// A store without state that sends this store's actions.
  public var stateless: Store<Void, Action> { scope(state: { _ in () }, action: { $0 }) }
}

extension ViewStore where ViewState: Equatable {
  /// A view that is notified if the state differs from the last one.
  public convenience init(_ store: Store<ViewState, ViewAction>) {
    self.init(store, observe: { $0 })
  }
}
