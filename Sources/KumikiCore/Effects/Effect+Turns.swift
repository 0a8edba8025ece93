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
    inTurn(id, by: 1, latest: latest) { .init(id, of: $0) }
  }

  /// Lets at most `most` effects under `id` be at work at once in the whole store: the others wait for their
  /// turns, in order.
  ///
  ///     return .run { [url = state.url] send in await send(.loaded(try await network.data(url))) }
  ///       .limited(id: "download", to: 4)
  ///
  /// Unlike other ids, this one is shared by all features of the store: the rows of a list, each with its own
  /// download, wait for one another. So give it a name that says what is limited. ``cancel(id:)`` still
  /// reaches only the feature that returns it, and those below it.
  ///
  /// When an effect has ended is as `serial` says. Effects that wait count as running.
  ///
  /// - Parameters:
  ///   - id: the name of the limit.
  ///   - most: for all effects under the id, from now on, unless ``limit(id:to:)`` has set another. With 0 none
  ///     begins until the limit is greater.
  public func limited(id: some Hashable & Sendable, to most: Int) -> Self {
    limited(anyID: AnyHashable(effectID: id), to: most)
  }

  package func limited(anyID id: AnyHashable, to most: Int) -> Self {
    inTurn(id, by: max(0, most), latest: false) { _ in .init(limit: id) }
  }

  /// Sets the limit of the effects under the id of ``limited(id:to:)``, in this store and from now on,
  /// whatever they say themselves: a setting that the user changes.
  ///
  /// A greater limit begins those that wait, in order; a smaller one stops none.
  public static func limit(id: some Hashable & Sendable, to most: Int) -> Self {
    limit(anyID: AnyHashable(effectID: id), to: most)
  }

  package static func limit(anyID id: AnyHashable, to most: Int) -> Self {
    .atAcceptance { acceptance, _ in acceptance.table.queues.set(max(0, most), in: .init(limit: id))
    }
  }

  /// Begins the effect when its turn has come among those of one queue, `most` of which may be at work.
  private func inTurn(
    _ id: AnyHashable, by most: Int, latest: Bool,
    _ queue: @escaping (ScopeNode) -> TurnQueue.Name
  ) -> Self {
    around(kind: EffectKind.turns) { effect, acceptance, sink in
      guard !acceptance.isCancelled else { return }
      let name = queue(acceptance.scope.identity)
      if (acceptance.groups?.turn as? QueuedTurn)?.isInside(of: name) == true {
        return acceptance.within(id) { effect.accept($0, into: sink) }
      }
      // Before the queue is looked up: what follows a dropped effect in its chain may end the queue.
      let (followed, part) = (acceptance.followed, acceptance.part)
      let isRestoring = acceptance.table.isRestoring
      let restored = isRestoring ? followed?.wait(of: part) : nil
      if latest, restored == nil { acceptance.table.queues.dropWaiting(name) }
      guard !acceptance.isCancelled else { return }
      let turn = QueuedTurn(name, in: acceptance, latest: latest, restored: restored)
      acceptance.within(id, in: turn) {
        turn.request($0, sink, most, size: effect.size) {
          var inner = $0
          if let followed { inner.part = followed.inner(of: part, afterWait: turn.hasWaited) }
          effect.accept(inner, into: sink)
        }
      }
    }
  }
}
