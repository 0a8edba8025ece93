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
  /// effect inside another one of the same id has begun with it.
  ///
  /// The id is the feature's own, as any id of an effect, and a feature is what its place and its own id name.
  /// A row that was removed and is back under its id, or an optional child that is there again, waits for what
  /// the one before has still at work. A feature that is presented or pushed anew is another one, and does
  /// not wait.
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
      let name = SerialLane.Name(id, of: acceptance.scope.identity)
      if acceptance.groups?.turn?.isInside(of: name) == true {
        return acceptance.within(id) { effect.accept($0, into: sink) }
      }
      // Before the lane is looked for: what is dropped may be followed by what ends it.
      if latest { acceptance.table.lanes.dropWaiting(name) }
      guard !acceptance.isCancelled else { return }
      let turn = SerialTurn(name, in: acceptance)
      acceptance.within(id, in: turn) {
        turn.request($0, sink) { effect.accept($0, into: sink) }
      }
    }
  }
}
