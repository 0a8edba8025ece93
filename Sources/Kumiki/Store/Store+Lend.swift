extension Store {
  /// Calls `body` with the state, which is lent and not copied.
  ///
  /// For the engine's own front doors: of a root store, on its thread, and not while a step runs.
  package func withState(_ body: (State) -> Void) {
    withUnsafePointer(to: &current) { lend($0, to: body) }
  }
}
