internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

// The code that the C functions on a store share.

/// Runs the body of a function on a store that returns a status.
@inline(__always)
@safe func withStore(
  _ store: CHandle?, _ error: CError?,
  _ body: (StoreHandle) throws -> Void
) -> kmk_status {
  // Combines `answering` and `noticingShortage`, because each send passes through here.
  let shortages = Shortage.count
  do {
    let store = try Handle<StoreHandle>.at(store, "store")
    try body(store)
    if Shortage.count != shortages { store.reportShortage() }
    return KMK_OK
  } catch let failure {
    return refused(failure, since: shortages, error)
  }
}

/// Runs the body of a function that sends an action, which was checked. The store's reference is not counted: if the
/// program frees the handle meanwhile, the handle is released when the outermost call returns (`Handle.release`).
///
/// - Parameter action: Evaluated before the store is checked.
@inline(__always)
@safe func sending<Action>(
  _ store: CHandle?, _ error: CError?, _ action: @autoclosure () throws -> Action,
  _ body: (StoreHandle, Action) throws -> StoreTask
) -> kmk_status {
  let shortages = Shortage.count
  do {
    try Handle<StoreHandle>.with(store, "store") { store in
      let action = try action()
      try store.check()
      let loop = Uncounted(store.loop)
      loop.with { $0.activity += 1 }
      // The last use of the store and its loop.
      defer { loop.with { $0.activity -= 1 } }
      _ = try body(store, action)
      if Shortage.count != shortages { store.reportShortage() }
    }
    return KMK_OK
  } catch let failure {
    return refused(failure, since: shortages, error)
  }
}

/// Reports a failure to the program. Separate, so that its code is not inlined into each function that may fail.
@inline(never)
@safe private func refused(
  _ failure: any Error, since shortages: UInt32, _ error: CError?
) -> kmk_status {
  Failure(any: failure, since: shortages).report(to: error)
}

extension StoreHandle {
  @inline(never)
  fileprivate func reportShortage() { loop.reportShortage() }
}

extension Loop {
  /// Runs code that may reduce actions. If memory runs out during that time, this is an issue, since the actions were
  /// taken.
  @inline(__always)
  func noticingShortage<Result>(_ body: () throws -> Result) rethrows -> Result {
    let shortages = Shortage.count
    let result = try body()
    noteShortage(since: shortages)
    return result
  }

  /// - Parameter shortages: the number of shortages before the code that may have reduced actions.
  @inline(__always)
  func noteShortage(since shortages: UInt32) {
    if Shortage.count != shortages { reportShortage() }
  }

  @inline(never)
  fileprivate func reportShortage() {
    report(
      Issue(
        code: .noMemory,
        message:
          "jansson's allocator had no memory while the store was busy: a write or an action was "
          + "dropped, or ids, a patch, a step of a trace or an inverse patch were not reported"))
  }
}

/// Runs the body of a function on a store that returns a pointer, NULL on failure.
@inline(__always)
@safe func withStore<Result>(
  _ store: CHandle?, orNull error: CError?,
  _ body: (StoreHandle) throws -> Result?
) -> Result? {
  answering(orNull: error) { try body(Handle<StoreHandle>.at(store, "store")) }
}

/// Subscribes a function of the program to a part of a store. Refuses NULL.
///
/// - Parameter kind: Starts to observe, with the closure that calls the program.
@safe func subscribe<Notify>(
  _ store: CHandle?, _ pointer: CText?, _ error: CError?, _ callback: Callback<Notify>,
  _ kind: (ObservedStorePart, Notify) throws -> Subscribed
) -> CHandle? {
  withStore(store, orNull: error) { store in
    let notify = try callback.get()
    let part = ObservedStorePart(store, StorePart(store.base, try KumikiC.pointer(pointer)))
    try store.checkReading()
    try store.source.checkPlace(part.part.address, "pointer")
    return try subscribed(to: store, try kind(part, notify))
  }
}

/// Returns the handle of an observation that has started, after its first callback. Ends the observation again if it
/// exceeds the loop's limit.
@safe func subscribed(to store: StoreHandle, _ made: Subscribed) throws -> CHandle {
  do { try store.checkObservers() } catch {
    made.end()
    throw error
  }
  let subscription = SubscriptionHandle(to: store.source, made.end)
  store.source.notifying(made.first)
  return subscription.retained()
}

extension StoreHandle {
  /// Throws if the store already has as many observers as the loop allows.
  func checkObservers() throws {
    guard source.life.subscriptionCount < loop.observerLimit else {
      throw Failure(KMK_ERR_LIMIT, "the store has as many observers as its loop allows")
    }
  }

  /// Returns the state as JSON text, to be freed with `kmk_text_free`.
  @safe func newText(flags: Int) throws -> CNewText {
    let state = try state()
    return try unsafe state.withNode { node throws(JSONError) in
      try JSONText.copy(node, flags: flags, size: &view.textSize)
    }
  }
}
