package import KumikiValues

extension JSONFeature {
  /// Makes a store that goes on from a snapshot; see ``makeStore(_:core:update:recording:)``.
  ///
  /// - Throws: if the feature was composed wrongly, or the state does not fit it.
  package func makeStore(
    from snapshot: JSONSnapshot, core: StoreCore,
    startsEffects: Bool = true, fillsIn: Bool = true,
    update: ((inout DependencyValues) -> Void)?,
    recording: ((JSONRootReducer) -> AnyReducer<JSONState, JSONAction>)? = nil
  ) throws(JSONError) -> (LoopStore<JSONState, JSONAction>, JSONDocument) {
    defer { core.restoration = nil }
    core.identifiers.position = snapshot.next
    return try makeStore(
      fillsIn ? reducer.shape.known(snapshot.state) : snapshot.state, core: core, update: update,
      recording: recording,
      startsEffects: startsEffects, fillsIn: fillsIn
    ) { document in
      let layout = document.layout
      let snapshot = snapshot.placed(in: document.snapshot, rows: layout.formerRows)
      core.restoration = Restoration(snapshot.followed(at: core.loop.wallClock))
      document.goOn(from: snapshot, at: core.loop.now)
      document.following.askReaders(snapshot.askedReaders(of: reducer))
      document.endBurst()
    }
  }

  /// Puts a snapshot in place of a store's state.
  ///
  /// - Parameters:
  ///   - fillsIn: whether missing members of the state get their defaults, and members that closed objects do not
  ///     have are dropped.
  ///   - noting: given the snapshot as it is restored, before anything changes; what it returns is called
  ///     once the state is there, before effects begin and observers are told.
  /// - Throws: if the state does not fit the feature; ``StoreError`` if the store cannot be changed now.
  ///   Nothing has changed then.
  package func restore(
    _ snapshot: JSONSnapshot, in store: LoopStore<JSONState, JSONAction>, _ document: JSONDocument,
    fillsIn: Bool = true, noting: (JSONSnapshot) throws -> () -> Void = { _ in {} }
  ) throws {
    try store.checkReplacing()
    try snapshot.state.withNode { (node) throws(JSONError) in
      _ = try JSONMeasure.check(node, limits: document.room.limits)
    }
    let identifiers = Identifiers(isCounting: true)
    identifiers.position = snapshot.next
    // What a feature in Swift cannot read is refused too.
    let visit = JSONVisit(established: JSONEstablished())
    let saved = fillsIn ? try reducer.shape.known(snapshot.state) : snapshot.state
    let taken = try reducer.shape.taken(saved.node, identifiers, visit)
    let whole = fillsIn ? taken : nil
    if let whole { try JSONMeasure.check(whole.node, limits: document.room.limits) }
    let state = whole ?? saved
    let snapshot =
      snapshot.before == nil
      ? snapshot
      : snapshot.placed(in: state, rows: JSONLayout(of: state, reducer.shape).formerRows)
    let note = try noting(snapshot)
    try store.restore(snapshot.followed(at: store.loop.wallClock)) { _ in
      document.restore(snapshot, as: state, at: store.loop.now)
      document.following.askReaders(snapshot.askedReaders(of: reducer))
      document.following.begin(reducer.following)
      note()
    }
  }
}

extension JSONSnapshot {
  /// Whether readers were asked. Older forms say it only where the reducer itself declares nothing.
  fileprivate func askedReaders(of reducer: JSONReducer) -> Bool {
    asksReaders || follows && reducer.following == .perhaps
  }

  /// What followed the state, by its place.
  ///
  /// - Parameter date: now, in nanoseconds since 1970.
  package func followed(at date: Int64) -> [FollowedName: RestoredEffect] {
    var found: [FollowedName: RestoredEffect] = [:]
    for effect in running { found[effect.name] = effect.kept.restored(at: date) }
    return found
  }
}

extension JSONDocument {
  /// Puts another state in place of the present one. It is known to fit.
  fileprivate func restore(_ snapshot: JSONSnapshot, as state: JSON, at clock: UInt64) {
    identifiers.position = snapshot.next
    let shown = observedPlaces
    var root = JSONState(self)
    try? root.replaceWhole(by: state)
    goOn(from: snapshot, at: clock)
    // A restore is no step, but as after one, rows that have left are gone.
    stepEnded()
    tellNothing(of: shown)
  }

  /// Gives what is presented the ids of a snapshot, and parts their histories. What is not there any more
  /// after a migration is left out, and what is new keeps the id that it got.
  fileprivate func goOn(from snapshot: JSONSnapshot, at clock: UInt64) {
    goOn(presenting: snapshot.presentations, from: snapshot.next) {
      // After the presentations: a new presentation ends the histories of the one before it.
      goOnWithHistories(of: snapshot, at: clock)
    }
  }

  private struct ObservedPlace {
    let place: JSONPlace
    let value: JSON?
    let id: PresentationID?
    let stamp: UInt64
  }

  /// The observed places, with what they show. What a Swift feature presents has no record there, so that its
  /// observers are always asked.
  private var observedPlaces: [ObservedPlace] {
    placesNow.compactMap { place, node in
      guard place.isObserved, let keys = place.keys(in: root),
        place.slot.here != nil || layout.substates(at: keys).isEmpty
      else { return nil }
      return ObservedPlace(
        place: place, value: node.map { JSON(borrowing: $0) }, id: presented(at: keys),
        stamp: place.stamp)
    }
  }

  /// The id of the presentation at a pointer. A slot inside a row belongs to the row, so a pointer through rows has
  /// none. Unlike `slot(at:)` this gives no id to a slot that has none yet.
  private func presented(at keys: [String]) -> PresentationID? {
    var root = JSONState(self)
    return root.visit(JSONPointer(keys: keys)) { $0.slot?.id } ?? nil
  }

  /// Takes observers that would be told the same again out of the running burst. Their places count as not
  /// written, since a list that is not told now would take that for a write of a later burst.
  private func tellNothing(of shown: [ObservedPlace]) {
    if shown.isEmpty || burst.touched.isEmpty { return }
    var now: [ObjectIdentifier: JSONNode] = [:]
    for case (let place, let node?) in placesNow where place.isObserved {
      now[ObjectIdentifier(place)] = node
    }
    var same: Set<ObjectIdentifier> = []
    for one in shown {
      let name = ObjectIdentifier(one.place)
      guard one.value == now[name].map({ JSON(borrowing: $0) }),
        one.id == one.place.keys(in: root).flatMap({ presented(at: $0) })
      else { continue }
      same.insert(name)
      one.place.stamp = one.stamp
    }
    burst.forgetTouched { same.contains(ObjectIdentifier($0)) }
    burst.part()
  }
}
