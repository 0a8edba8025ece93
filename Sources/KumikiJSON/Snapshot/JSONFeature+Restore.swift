package import Kumiki

extension JSONFeature {
  /// Makes a store that goes on from a snapshot; see ``makeStore(_:table:update:recording:)``.
  ///
  /// - Throws: if the feature was composed wrongly, or the state does not fit it.
  package func makeStore(
    from snapshot: JSONSnapshot, table: EffectTable,
    startsEffects: Bool = true, update: ((inout DependencyValues) -> Void)?,
    recording: ((JSONRootReducer) -> AnyReducer<JSONState, JSONAction>)? = nil
  ) throws(JSONError) -> (Store<JSONState, JSONAction>, JSONDocument) {
    table.restored = snapshot.followed(at: table.loop.wallClock)
    defer { table.restored = [:] }
    return try makeStore(
      snapshot.state, table: table, update: update, recording: recording,
      startsEffects: startsEffects
    ) { document in
      document.present(snapshot.presentations)
      table.identifiers.position = snapshot.next
      document.endBurst()
    }
  }

  /// Puts a snapshot in place of a store's state.
  ///
  /// - Throws: if the state does not fit the feature; ``StoreError`` if the store cannot be changed now.
  ///   Nothing has changed then.
  package func restore(
    _ snapshot: JSONSnapshot, in store: Store<JSONState, JSONAction>, _ document: JSONDocument
  ) throws {
    try store.checkReplacing()
    try JSONMeasure.check(snapshot.state)
    let whole = try reducer.shape.taken(snapshot.state.node, Identifiers(isCounting: false))
    try store.restore(snapshot.next, snapshot.followed(at: store.loop.wallClock)) {
      document.restore(whole ?? snapshot.state, snapshot.presentations)
    }
  }
}

extension JSONSnapshot {
  /// What followed the state, by its place.
  ///
  /// - Parameter date: now, in nanoseconds since 1970.
  fileprivate func followed(at date: Int64) -> [FollowedName: RestoredEffect] {
    var found: [FollowedName: RestoredEffect] = [:]
    for effect in running {
      let passed = effect.since.map { date.subtractingReportingOverflow($0) }
      let now = passed.map { $0.overflow ? 0 : $0.partialValue } ?? 0
      found[FollowedName(effect.at, effect.id)] = RestoredEffect(
        isDone: effect.isDone, age: effect.age, now: now)
    }
    return found
  }
}

extension JSONDocument {
  /// Puts another state in place of the present one. It is known to fit.
  fileprivate func restore(_ state: JSON, _ presentations: [(at: String, id: PresentationID)]) {
    var root = JSONState(self)
    try? root.set(.root, stealing: state.retained())
    present(presentations)
  }

  /// Gives what is presented its ids.
  fileprivate func present(_ presentations: [(at: String, id: PresentationID)]) {
    for (at, id) in presentations {
      // What is not there any more after a migration is left out.
      guard let pointer = try? JSONPointer(at), let slot = slot(at: pointer) else { continue }
      slot.arrive(pointer.resolve(in: root), .presented(id))
    }
  }
}
