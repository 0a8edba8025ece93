extension Effect {
  /// Runs the effects under `id` of one feature one at a time: each begins when the one before it has really
  /// ended.
  ///
  ///     return .run { [notes = state.notes] _ in try await disk.write(notes) }
  ///       .serial(id: "save", latest: true)
  ///
  /// A task has ended when its body has returned, blocking work when its function has, and a started effect
  /// when it was finished. That holds after a cancellation too, since work that does not check for it goes
  /// on. So `debounce` and `cancellable(cancelInFlight:)` alone may have two at work. Apply them around this.
  ///
  /// Effects that wait count as running. `cancel(id:)` drops them, and cancels the one that has begun. An
  /// effect inside another one of the same id does not wait: it has its turn with that one.
  ///
  /// The id belongs to the feature, like any id of an effect. A feature is identified by its place and its
  /// own id. A row that was removed and added again under its id, or an optional child that was set again,
  /// waits for the work that its predecessor left behind. A feature that is presented or pushed anew is a new
  /// one and does not wait.
  ///
  /// - Parameters:
  ///   - id: effects of the same id wait for one another.
  ///   - latest: whether this effect replaces all that wait. Otherwise all get their turns, in order.
  public func serial(id: some Hashable & Sendable, latest: Bool = false) -> Self {
    serial(anyID: AnyHashable(effectID: id), latest: latest)
  }

  package func serial(anyID id: AnyHashable, latest: Bool) -> Self {
    around { effect, acceptance, sink in
      guard !acceptance.isCancelled else { return }
      let name = SerialQueue.Name(id, of: acceptance.scope.identity)
      if (acceptance.groups?.turn as? SerialTurn)?.isInside(of: name) == true {
        return acceptance.within(id) { effect.accept($0, into: sink) }
      }
      // Before the queue is looked up: what follows a dropped effect in its chain may end the queue.
      if latest { acceptance.table.queues.dropWaiting(name) }
      guard !acceptance.isCancelled else { return }
      let turn = SerialTurn(name, in: acceptance)
      acceptance.within(id, in: turn) {
        turn.request($0, sink) { effect.accept($0, into: sink) }
      }
    }
  }
}
