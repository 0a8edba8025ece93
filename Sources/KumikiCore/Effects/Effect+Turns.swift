extension Effect {
  /// Runs the effects under `id` of one feature one at a time: each starts after the previous one has really ended.
  ///
  ///     return .run { [notes = state.notes] _ in try await disk.write(notes) }
  ///       .serial(id: "save", latest: true)
  ///
  /// A task has ended when its body has returned, blocking work when its function has returned, and a started effect
  /// when it was finished, even after a cancellation: work that does not check for it continues. So with `debounce` or
  /// `cancellable(cancelInFlight:)` alone, two effects may run at once. Apply them around `serial`.
  ///
  /// Waiting effects count as running. `cancel(id:)` drops them, and cancels the effect that has started. An effect
  /// inside another effect of the same id does not wait: it shares that effect's turn.
  ///
  /// The id belongs to the feature, like any id of an effect. A feature is identified by its place and its own id. A
  /// row that was removed and added again under its id, or an optional child that was set again, waits for the work
  /// that its predecessor left behind. A feature that is presented or pushed again is a new feature and does not wait.
  ///
  /// - Parameters:
  ///   - id: effects with the same id wait for one another.
  ///   - latest: whether this effect replaces all waiting effects. Otherwise all get their turns, in order.
  public func serial(id: some Hashable & Sendable, latest: Bool = false) -> Self {
    serial(anyID: AnyHashable(effectID: id), latest: latest)
  }

  package func serial(anyID id: AnyHashable, latest: Bool) -> Self {
    inTurn(id, by: 1, latest: latest) { .init(id, of: $0) }
  }

  /// Lets at most `most` effects under `id` run at once in the whole store. The other effects wait for their turns, in
  /// order.
  ///
  ///     return .run { [url = state.url] send in await send(.loaded(try await network.data(url))) }
  ///       .limited(id: "download", to: 4)
  ///
  /// Unlike other ids, all features of the store share this id: the rows of a list, each with its own download, wait
  /// for one another. So choose a name that describes what is limited. ``cancel(id:)`` still reaches only the feature
  /// that returns it, and the features below it.
  ///
  /// The rules of `serial` decide when an effect has ended. Waiting effects count as running.
  ///
  /// - Parameters:
  ///   - id: the name of the limit.
  ///   - most: the limit for all effects under the id, from now on, unless ``limit(id:to:)`` has set another limit.
  ///     With 0, no effect starts until the limit is raised.
  public func limited(id: some Hashable & Sendable, to most: Int) -> Self {
    limited(anyID: AnyHashable(effectID: id), to: most)
  }

  package func limited(anyID id: AnyHashable, to most: Int) -> Self {
    inTurn(id, by: max(0, most), latest: false) { _ in .init(limit: id) }
  }

  /// Sets the limit of the effects under the id of ``limited(id:to:)``, in this store and from now on. It overrides the
  /// limits of the effects themselves: use it for a setting that the user changes.
  ///
  /// A greater limit starts waiting effects, in order; a smaller limit stops no effect.
  public static func limit(id: some Hashable & Sendable, to most: Int) -> Self {
    limit(anyID: AnyHashable(effectID: id), to: most)
  }

  package static func limit(anyID id: AnyHashable, to most: Int) -> Self {
    .atAcceptance { acceptance, _ in acceptance.table.queues.set(max(0, most), in: .init(limit: id))
    }
  }

  /// Starts the effect when its turn in a queue has come. At most `most` effects of the queue run at once.
  private func inTurn(
    _ id: AnyHashable, by most: Int, latest: Bool,
    _ queue: @escaping (ScopeNode) -> TurnQueue.Name
  ) -> Self {
    around(kind: EffectKind.turns, id: id) { effect, acceptance, sink in
      guard !acceptance.isCancelled, let node = effect.node else { return }
      let name = queue(acceptance.scope.identity)
      if (acceptance.groups?.turn as? QueuedTurn)?.isInside(of: name) == true {
        return acceptance.within(id) { effect.accept($0, into: sink) }
      }
      // Before the queue is looked up, because the rest of a dropped effect's chain may end the queue.
      let (followed, part) = (acceptance.followed, acceptance.part)
      let isRestoring = acceptance.table.isRestoring
      let restored = isRestoring ? followed?.wait(of: part) : nil
      if latest, restored == nil { acceptance.table.queues.dropWaiting(name) }
      guard !acceptance.isCancelled else { return }
      let turn = QueuedTurn(name, in: acceptance, latest: latest, restored: restored)
      acceptance.within(id, in: turn) {
        turn.request($0, sink, most, node) {
          var inner = $0
          if let followed { inner.part = followed.inner(of: part, afterWait: turn.hasWaited) }
          effect.accept(inner, into: sink)
        }
      }
    }
  }
}
