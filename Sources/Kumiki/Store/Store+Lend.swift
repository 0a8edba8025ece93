extension Store {
  /// Calls `body` with the state, which is lent and not copied.
  ///
  /// For the C interface: of a root store, on its thread, and not during a step.
  package func withState(_ body: (State) -> Void) {
    unsafe withUnsafePointer(to: &current) { unsafe lend($0, to: body) }
  }
}
