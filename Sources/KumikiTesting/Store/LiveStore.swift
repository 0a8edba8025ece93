internal import Kumiki

/// The store under test as a test store needs it, whatever its own state is made of.
struct LiveStore<Action> {
  /// Sends an action, or says why it does not fit the feature.
  let send: (Action) throws -> StoreTask
  let dependencies: () -> DependencyValues
  let setDependencies: (DependencyValues) -> Void
  /// Runs a closure with the store's dependencies and generators in force.
  let inContext: (() throws -> Void) throws -> Void
  let end: () -> Void
  /// An action in the one spelling that stands for all that it has, where it may have several.
  let spelt: (Action) -> Action

  init<LiveState, LiveAction>(
    _ store: Store<LiveState, LiveAction>, spelt: @escaping (Action) -> Action = { $0 },
    send: @escaping (Action) throws -> StoreTask
  ) {
    self.send = send
    self.spelt = spelt
    dependencies = { store.dependencies }
    setDependencies = { store.dependencies = $0 }
    inContext = { try store.withContext($0) }
    end = { store.end() }
  }
}
