extension Effect {
  /// Never lets two effects under `id` of one feature be at work at once: each begins when the one before
  /// it has really ended.
  ///
  ///     return .run { [notes = state.notes] _ in try await disk.write(notes) }
  ///       .serial(id: "save", latest: true)
  ///
  /// A task has ended when its body has returned, blocking work when its function has, a started effect
  /// when it was finished; also where it was cancelled before, since cancelling stops nothing that does not
  /// look. So `debounce` and `cancellable(cancelInFlight:)` alone may have two at work, and belong around
  /// this.
  ///
  /// Those that wait count as running. `cancel(id:)` drops them, and cancels the one that has begun. An
  /// effect inside another one of the same id has begun with it. The id is the feature's own, as any id of
  /// an effect: where a feature comes back in another presentation it does not wait for the one before.
  ///
  /// - Parameters:
  ///   - id: effects of the same id wait for one another.
  ///   - latest: of those that wait only this one stays. Otherwise all have their turns, in order.
  public func serial(id: some Hashable & Sendable, latest: Bool = false) -> Self {
    serial(anyID: AnyHashable(effectID: id), latest: latest)
  }

  package func serial(anyID id: AnyHashable, latest: Bool) -> Self {
    around { effect, acceptance, sink in
      guard !acceptance.isCancelled else { return }
      let scope = acceptance.scope.identity
      if acceptance.groups?.turn?.isInside(of: id, scope) == true {
        return acceptance.within(id) { effect.accept($0, into: sink) }
      }
      // Before the lane is looked for: what is dropped may be followed by what ends it.
      if latest { scope.lanes[id]?.dropWaiting() }
      guard !acceptance.isCancelled else { return }
      let turn = SerialTurn(id, in: acceptance)
      acceptance.within(id, in: turn) {
        turn.request($0, sink) { effect.accept($0, into: sink) }
      }
    }
  }
}
