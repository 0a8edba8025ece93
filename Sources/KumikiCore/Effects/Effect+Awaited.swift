extension Effect {
  /// Lets the end of a program wait for this effect: ``Loop/finish(timeoutMilliseconds:_:)`` returns when it has ended.
  ///
  ///     return .run { [notes = state.notes] _ in try await cloud.upload(notes) }
  ///       .awaited()
  ///
  /// For work that ends on its own and must not be lost: a save, an upload. Without this, tasks, and started work that
  /// can be cancelled, are left as they are, since a stream never ends. Blocking work is always waited for, and a
  /// repeating timer never.
  ///
  /// A task has ended when its body has returned, and a started effect when it was finished. The same
  /// holds after a cancellation, since work that does not check for it continues.
  public func awaited() -> Self {
    around { effect, acceptance, sink in
      acceptance.counting(isAwaited: true) { effect.accept($0, into: sink) }
    }
  }
}
