extension Effect {
  /// Makes the end of a program, ``Loop/finish(timeoutMilliseconds:_:)``, wait until this effect has ended.
  ///
  ///     return .run { [notes = state.notes] _ in try await cloud.upload(notes) }
  ///       .awaited()
  ///
  /// Use this for work that ends without being cancelled and must not be lost: a save, an upload. Without it, tasks and
  /// started work that can be cancelled are not waited for, because a stream never ends. Blocking work is always waited
  /// for, and a repeating timer never.
  ///
  /// A task has ended when its body has returned, and a started effect when it was finished. The same holds after a
  /// cancellation, because work that does not check for cancellation continues.
  public func awaited() -> Self {
    around { effect, acceptance, sink in
      acceptance.counting(isAwaited: true) { effect.accept($0, into: sink) }
    }
  }
}
