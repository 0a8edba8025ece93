public import DequeModule

// The send loop handles one action at a time, first in, first out. Once the buffer is empty, the state is committed and
// observers are notified. Everything that a send causes synchronously happens before the send returns, up to the limit
// of a burst (LoopStore+Burst).

extension LoopStore {
  /// Reduces `action` and all actions that it causes synchronously, then notifies the observers.
  ///
  /// If the store is busy (the call comes from a reducer, an observer or an effect), the action is buffered; the
  /// outermost send handles it, and the returned task is already finished. A call on a thread other than the loop's
  /// does nothing and reports the issue `off-thread`. An action with a private case (``PrivateCases``) does nothing and
  /// reports the issue `private-case`.
  @inlinable @inline(__always)
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    if mayRefuse, refuses(action) { return .finished }
    return sendJudged(action)
  }

  /// Sends an action that may contain private cases.
  @inlinable @inline(__always)
  @discardableResult
  package func sendJudged(_ action: Action) -> StoreTask {
    // Uncounted, because most sends start nothing and therefore have nothing to release.
    guard let taskTree = sendBare(action) else { return .finished }
    return StoreTask(taskTree: taskTree.consume())
  }

  @usableFromInline @inline(never)
  func refuses(_ action: Action) -> Bool { core.refuses(action) }

  /// - Returns: the task tree of the started effects, owned by the caller, or nil if no effect was started.
  @inlinable @inline(never)
  func sendBare(_ action: Action) -> Uncounted<TaskTree>? {
    let frame = ThreadFrame.current
    guard frame.pointee.threadID == threadID else { return sendElsewhere(action) }
    guard phase == .idle else { return sendWhileBusy(action).bare }
    loop.beginActivity()
    let effect = reduce(action, frame)
    // Most steps return no effect and buffer nothing. In that case only the observers must be notified.
    let isPlain = effect.isNone && !hasMore
    if isPlain {
      notify()
      if !hasMore {
        phase = .idle
        loop.activity -= 1
        return nil
      }
    }
    let task = settle(effect, isNotified: isPlain)
    loop.activity -= 1
    return task.bare
  }

  /// Sends on a thread whose id is not the loop's. The thread may still be the main actor's.
  @inlinable @inline(never)
  func sendElsewhere(_ action: Action) -> Uncounted<TaskTree>? {
    guard isOnItsThread("send") else { return nil }
    return loop.asOwner { sendBare(action) }
  }

  /// Sends without a handle: the effects share the store's own task tree. Use only on the owner's thread.
  @inlinable
  package func untracked<Failure: Error>(_ send: () throws(Failure) -> Void) throws(Failure) {
    guard phase == .idle else { return try send() }
    core.burst.isTracked = false
    defer { core.burst.isTracked = true }
    try send()
  }

  /// Runs one step, with the context of this store installed. Leaves the phase at `settling`.
  @inlinable @inline(__always)
  func reduce(_ action: Action, _ frame: ManualBox<ThreadFrame>) -> Effect<Action> {
    let outer = frame.pointee.context
    frame.pointee.context = context
    phase = .reducing
    let state = unsafe withUnsafeMutablePointer(to: &current) { UnsafeMutableRawPointer($0) }
    // Unprotected, because no code writes through the pointer.
    let node = unsafe _withUnprotectedUnsafePointer(to: action) { action in
      context.pointee.action = unsafe LentValue(action)
      return reducer.with { unsafe $0.run($0, state, action, StepContext(context)) }
    }
    context.pointee.action = nil
    phase = .settling
    frame.pointee.context = outer
    return Effect(untyped: node)
  }

  /// Starts the state-driven effects of the initial state. Called once, before the first action.
  @usableFromInline
  package func beginFollowing() { beginFollowing(requests: [], resuming: nil) }

  /// Starts the state-driven effects of the initial state, and asks the requests of the snapshot that the store
  /// continues from.
  ///
  /// - Parameter resuming: returns the effects that ask the requests, if the follow pass does not.
  package func beginFollowing(requests: [KeptRequest], resuming: Resuming?) {
    core.burst.isTracked = false
    defer { core.burst.isTracked = true }
    loop.activity += 1
    let before = phase
    phase = .settling
    var hasBegun = false
    core.moveRequests(requests) { hasBegun = beginFollowed(resuming) }
    if hasBegun { _ = settle(.none, isNotified: true) } else { phase = before }
    loop.activity -= 1
  }

  /// Starts the state-driven effects; in a restored store, resumes them. Actions that they send are not handled yet.
  ///
  /// - Returns: whether any effect starts or ends.
  @discardableResult
  func beginFollowed(_ resuming: Resuming? = nil) -> Bool {
    let effect = follow(orElse: resuming)
    if !effect.isNone { accept(effect, Delivery(taskTree: nil)) }
    core.endRestoring()
    return !effect.isNone
  }

  /// Runs the follow pass and returns the effects that start and end.
  ///
  /// - Parameter resuming: returns the effects that ask the requests of a snapshot again, if the follow pass does not.
  @inlinable
  func follow(orElse resuming: Resuming? = nil) -> Effect<Action> {
    let follows = reducer.with { unsafe $0.follow != nil }
    if !follows, resuming == nil { return .none }
    let before = phase
    phase = .reducing
    defer { phase = before }
    return withContext {
      let context = StepContext(context)
      let effect: Effect<Action> = reducer.with { $0.follow(&current, in: context) }
      guard let resuming else { return effect }
      return effect.merge(with: resuming(&current, context))
    }
  }

  /// Returns the effects that ask the requests of a snapshot again.
  @usableFromInline
  package typealias Resuming = (inout State, StepContext) -> Effect<Action>

  /// Handles an action that the store cannot reduce now. A scoped store passes the action to its parent; any other
  /// store buffers it.
  @inlinable
  func sendWhileBusy(_ action: Action) -> StoreTask {
    if let origin {
      return Uncounted(origin).with { $0.send(action) }
    }
    return sendLater(action)
  }

  @usableFromInline
  func sendLater(_ action: Action) -> StoreTask {
    if phase == .deriving {
      core.report(
        .sendWhileDeriving,
        "an action was sent while a derived value is computed; it was dropped. Such a function only reads"
      )
      return .finished
    }
    if loop.reportsReentrantSends, phase != .ended {
      ReduceContext.report(
        .reentrantSend,
        "send was called while the store was busy; the action is handled after the present burst's. "
          + "An effect that sends, or a later turn of the loop, says it more plainly.", label: "",
        on: loop)
    }
    bufferAction(action, Delivery(taskTree: nil, source: core.burst.takeSending()))
    return .finished
  }

  @inlinable
  func bufferAction(_ action: Action, _ delivery: Delivery) {
    guard phase != .ended, !burst.isOver else { return }
    delivery.enter()
    buffer.append(Buffered(action, delivery))
    hasMore = true
  }

  /// Accepts the first effect, drains the buffer, notifies the observers, and repeats while they send.
  ///
  /// The caller has raised the loop's activity.
  ///
  /// - Parameter isNotified: whether the observers were already notified of this step.
  @inlinable @inline(never)
  func settle(_ effect: Effect<Action>, isNotified: Bool = false) -> StoreTask {
    if !effect.isNone { accept(effect, Delivery(taskTree: nil)) }
    if !isNotified || !buffer.isEmpty && !isEnding {
      repeat {
        if !buffer.isEmpty { drain() }
        notify()
      } while !buffer.isEmpty && !isEnding
    }
    hasMore = false
    if !formerReducers.isEmpty { releaseFormerReducers() }
    let taskTree = core.burst.taskTree
    if taskTree != nil { core.burst.taskTree = nil }
    if core.burst.isAnimated { core.endTransaction() }
    phase = .idle
    if burst.handled > 1 { endBurst() }
    if isEnding { endNow() }
    return StoreTask(taskTree: taskTree)
  }

  @inlinable
  func accept(_ effect: Effect<Action>, _ delivery: Delivery) {
    let acceptance = Acceptance(table: core, scope: core.root, delivery)
    guard core.turns != nil else { return effect.accept(acceptance, into: sink) }
    core.duringStep { effect.accept(acceptance, into: sink) }
  }

  @inlinable
  func drain() {
    let frame = ThreadFrame.current
    while !isEnding, let next = buffer.popFirst(), mayHandle(next) {
      handle(next.action, next.delivery, frame)
      next.release()
    }
  }

  /// Handles one action, on behalf of its send.
  @inlinable
  func handle(
    _ action: Action, _ delivery: Delivery, _ frame: ManualBox<ThreadFrame>
  ) {
    delivery.arrive(in: core)
    if !delivery.isExpired {
      // The previous step is reported while no step is being reduced.
      if core.isTraced { core.stepEnded() }
      core.burst.source = delivery.source
      let effect = reduce(action, frame)
      core.burst.source = .program
      if !effect.isNone { accept(effect, delivery) }
    }
    delivery.settle(in: core)
  }

  /// Handles an action from an effect.
  @inlinable
  func receive(_ action: Action, _ delivery: Delivery) {
    guard phase == .idle else { return bufferAction(action, delivery) }
    // The effects of this action belong to the delivery's task tree, so the action needs no task of its own.
    core.burst.isTracked = false
    defer { core.burst.isTracked = true }
    delivery.enter()
    loop.activity += 1
    phase = .settling
    handle(action, delivery, ThreadFrame.current)
    _ = settle(.none)
    loop.activity -= 1
  }

  @usableFromInline
  func endNow() {
    isEnding = false
    end()
  }

  @usableFromInline
  func refuseOffThread(_ call: StaticString) {
    core.report(
      .offThread,
      "\(call) was called on a thread that is not the loop's; nothing changed. Use post.")
  }

  /// Sends from any thread. The action is handled at the loop's next dispatch, as a separate burst.
  public func post(_ action: sending Action) {
    let delivered = UncheckedSendable((action, core, sink, mayRefuse))
    loop.post {
      let (action, core, sink, mayRefuse) = delivered.value
      guard !core.isEnded else { return }
      if mayRefuse, core.refuses(action) { return }
      sink.send(action, from: Delivery(taskTree: nil))
    }
  }
}

extension StoreCore {
  /// Reports a private case in an action of the program. Returns whether the action contains one.
  @usableFromInline
  func refuses(_ action: Any) -> Bool {
    guard let found = PrivateCase.find(in: action) else { return false }
    report(
      .privateCase, "\(found.message); the action was dropped",
      actionCase: found.actionCase)
    return true
  }
}
