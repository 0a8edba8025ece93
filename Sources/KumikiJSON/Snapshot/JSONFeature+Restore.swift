package import KumikiValues

extension JSONFeature {
  /// Makes a store that continues from a snapshot; see ``makeStore(_:core:update:recording:)``.
  ///
  /// - Throws: if the feature has a configuration error, or the state does not match it.
  package func makeStore(
    from snapshot: JSONSnapshot, core: StoreCore,
    startsEffects: Bool = true, fillsIn: Bool = true,
    update: ((inout DependencyValues) -> Void)?,
    recording: ((JSONRootReducer) -> AnyReducer<JSONState, JSONAction>)? = nil
  ) throws(JSONError) -> (LoopStore<JSONState, JSONAction>, JSONDocument) {
    defer { core.restoration = nil }
    core.identifiers.position = snapshot.next
    var requests: [KeptRequest] = []
    return try makeStore(
      fillsIn ? reducer.shape.known(snapshot.state) : snapshot.state, core: core, update: update,
      recording: recording,
      startsEffects: startsEffects, fillsIn: fillsIn, requests: { requests }
    ) { document in
      let layout = document.layout
      let snapshot = snapshot.placed(in: document.snapshot, rows: layout.formerRows)
      core.restoration = Restoration(snapshot.followed(at: core.loop.wallClock))
      requests = snapshot.requests
      document.resume(from: snapshot, at: core.loop.now)
      document.following.setCallsDynamicReducers(snapshot.callsDynamicReducers(of: reducer))
      document.endBurst()
    }
  }

  /// Replaces a store's state with a snapshot.
  ///
  /// - Parameters:
  ///   - fillsIn: whether missing members of the state get their defaults, and undeclared members of closed
  ///     objects are dropped.
  ///   - noting: receives the snapshot to restore, before anything changes. Its result, if any, is called after the
  ///     state is replaced, before effects start and observers are notified.
  /// - Throws: if the state does not match the feature; ``StoreError`` if the store cannot be changed now. After
  ///   an error, nothing has changed.
  package func restore(
    _ snapshot: JSONSnapshot, in store: LoopStore<JSONState, JSONAction>, _ document: JSONDocument,
    fillsIn: Bool = true, noting: (JSONSnapshot) throws -> (() -> Void)? = { _ in nil }
  ) throws {
    try store.checkReplacing()
    if let way = document.wayBack(to: snapshot) {
      return try put(snapshot, nil, by: way, in: store, document, fillsIn: fillsIn, noting: noting)
    }
    let (snapshot, state) = try checked(snapshot, for: document, fillsIn: fillsIn)
    // A state that the reducer takes as it is needs no second check.
    let way = state == nil ? document.wayBack(to: snapshot) : nil
    try put(snapshot, state, by: way, in: store, document, fillsIn: fillsIn, noting: noting)
  }

  /// Replaces the state, by a way back or by another state; nil for the state of the snapshot.
  private func put(
    _ snapshot: JSONSnapshot, _ state: JSON?, by way: JSONWayBack?,
    in store: LoopStore<JSONState, JSONAction>, _ document: JSONDocument, fillsIn: Bool,
    noting: (JSONSnapshot) throws -> (() -> Void)?
  ) throws {
    let note = try noting(snapshot)
    try store.beginRestoring(
      snapshot.followed(at: store.loop.wallClock), requests: snapshot.requests,
      resuming: resuming(snapshot.requests)
    ) { _ in
      document.restore(snapshot, as: state, by: way, at: store.loop.now)
      if fillsIn { document.noteWhole() }
      document.following.setCallsDynamicReducers(snapshot.callsDynamicReducers(of: reducer))
      document.following.begin(reducer.following)
      note?()
    }
    store.endRestoring()
  }

  /// Returns a function that asks the requests of a snapshot again. Nil without requests, and if the follow pass
  /// asks them.
  func resuming(_ requests: [KeptRequest]) -> LoopStore<JSONState, JSONAction>.Resuming? {
    if requests.isEmpty || reducer.following != .none { return nil }
    return { state, context in
      state.returnToRoot()
      return reducer._follow(&state, in: context)
    }
  }

  /// Returns the state that matches the feature, and the snapshot with pointers into it; nil for a state that the
  /// reducer takes as it is.
  private func checked(
    _ snapshot: JSONSnapshot, for document: JSONDocument, fillsIn: Bool
  ) throws(JSONError) -> (JSONSnapshot, JSON?) {
    let given = snapshot.state
    if given.isLacking { throw .outOfMemory }
    try given.withNode { (node) throws(JSONError) in
      _ = try JSONMeasure.check(node, limits: document.room.limits)
    }
    let identifiers = Identifiers(isCounting: true)
    identifiers.position = snapshot.next
    // A state that a feature in Swift cannot read is refused too.
    let visit = JSONVisit(verified: VerifiedFacts())
    let saved = fillsIn ? try reducer.shape.known(given) : given
    let taken = try reducer.shape.taken(saved.node, identifiers, visit)
    let whole = fillsIn ? taken : nil
    if fillsIn, taken == nil, saved.node == given.node, snapshot.before == nil,
      document.isMaker(of: snapshot)
    {
      snapshot.moment.noteWhole(for: document.adoptions, in: document.versions)
      return (snapshot, nil)
    }
    if let whole { try JSONMeasure.check(whole.node, limits: document.room.limits) }
    let state = whole ?? saved
    let placed =
      snapshot.before == nil
      ? snapshot
      : snapshot.placed(in: state, rows: JSONLayout(of: state, reducer.shape).formerRows)
    return (placed, state)
  }
}

extension JSONSnapshot {
  /// Whether dynamic reducers are called. In older formats, effects imply it if the reducer declares none.
  fileprivate func callsDynamicReducers(of reducer: JSONReducer) -> Bool {
    callsDynamicReducers || follows && reducer.following == .perhaps
  }

  /// Returns the state-driven effects by their places.
  ///
  /// - Parameter date: the current time, in nanoseconds since 1970.
  package func followed(at date: Int64) -> [FollowedName: RestoredEffect] {
    var found: [FollowedName: RestoredEffect] = [:]
    for effect in running { found[effect.name] = effect.kept.restored(at: date) }
    return found
  }
}

extension JSONDocument {
  /// Returns the inverses from the current state back to a snapshot's state; nil if the state must be replaced as a
  /// whole: there are more than a few inverses, observers receive the patch, histories start again, or the reducer may
  /// add to a state.
  fileprivate func wayBack(to snapshot: JSONSnapshot) -> JSONWayBack? {
    guard snapshot.before == nil, isMaker(of: snapshot), changes.observers == 0,
      !changes.hasHistories,
      !shape.has(.mayComplete) || snapshot.moment.isWhole(for: adoptions), !shape.has(.mayChoose)
    else { return nil }
    return snapshot.moment.wayBack(in: versions)
  }

  /// Applies inverses as writes. Returns false if one is refused: the inverses skip states in between, and two
  /// rows may have exchanged their ids there.
  private func go(_ way: JSONWayBack) -> Bool {
    isGoingBack = true
    defer { isGoingBack = false }
    let isDone = way.forEach { inverse in
      var root = JSONState(self)
      let place = inverse.path.pointer
      do throws(JSONWriteError) {
        switch (inverse.kind, inverse.old) {
        case (.put, let old?): try root.set(place, stealing: old.retained())
        case (.insert, let old?): try root.insert(place, stealing: old.retained())
        default: try root.remove(place)
        }
        return true
      } catch {
        return false
      }
    }
    if isDone { versions?.went(way) }
    return isDone
  }

  /// Replaces the current state with a snapshot's state, by a way back or as another state that is known to match.
  fileprivate func restore(
    _ snapshot: JSONSnapshot, as state: JSON?, by way: JSONWayBack?, at clock: UInt64
  ) {
    identifiers.position = snapshot.next
    let shown = observedPlaces
    if way.map(go) != true {
      var root = JSONState(self)
      try? root.replaceWhole(by: state ?? snapshot.state)
    }
    resume(from: snapshot, at: clock)
    // A restore is not a step, but rows that have left are dropped, as after a step.
    stepEnded()
    dropUnchanged(of: shown)
  }

  /// Gives the snapshot's ids to the presentations, and their histories to the parts. Presentations that a
  /// migration has removed are left out, and new presentations keep their ids.
  fileprivate func resume(from snapshot: JSONSnapshot, at clock: UInt64) {
    present(snapshot.presentations)
    // After the presentations, because a new presentation ends the histories of the former one.
    restoreHistories(of: snapshot, at: clock)
    resume(from: snapshot.next, snapshot.presentations)
  }

  private struct ObservedPlace {
    let place: JSONPlace
    let value: JSON?
    let id: PresentationID?
    let stamp: UInt64
  }

  /// The observed places with their values. A presentation of a Swift feature has no record there, so its
  /// observers are always notified.
  private var observedPlaces: [ObservedPlace] {
    if !mayBeObserved { return [] }
    return placesNow.compactMap { place, node in
      guard place.isObserved, let keys = place.keys(in: root),
        place.slot.here != nil || layout.substates(at: keys).isEmpty
      else { return nil }
      return ObservedPlace(
        place: place, value: node.map { JSON(borrowing: $0) }, id: presented(at: keys),
        stamp: place.stamp)
    }
  }

  /// Returns the id of the presentation at a pointer. A slot inside a row belongs to the row, so a pointer
  /// through rows returns nil. Unlike `slot(at:)`, this does not generate an id for a slot without one.
  private func presented(at keys: [String]) -> PresentationID? {
    var root = JSONState(self)
    var id: PresentationID?
    root.reach(JSONPointer(keys: keys)) { id = $0.slot?.id }
    return id
  }

  /// Removes observers whose values are unchanged from the running burst. Their places count as not written,
  /// because a list that is not updated now would mistake the mark for a write of a later burst.
  private func dropUnchanged(of shown: [ObservedPlace]) {
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
