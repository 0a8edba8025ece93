public import DequeModule

// The send loop. One action at a time, first in, first out; the state is committed and observers are
// told once the buffer is empty. Everything that a send causes at once happens before it returns, up to the
// bound of a burst (Store+Burst).

extension Store {
  /// Reduces `action` and all that follows from it at once, then tells the observers.
  ///
  /// Called while the store is busy (by a reducer, an observer, an effect) it buffers the action; the
  /// outermost send handles it, and the handle returned here is finished. From a thread that is not
  /// the loop's nothing happens but the issue `off-thread`.
  @inlinable @inline(__always)
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    // A pointer: of most sends there is nothing to handle, and so nothing to let go of.
    guard let cascade = sendBare(action) else { return .finished }
    return StoreTask(cascade: cascade.consume())
  }

  /// - Returns: the cascade of what was set going, owned; nil for none.
  @inlinable @inline(never)
  func sendBare(_ action: Action) -> Uncounted<Cascade>? {
    let frame = ThreadFrame.current
    guard frame.pointee.threadID == threadID else { return sendElsewhere(action) }
    guard phase == .idle else { return sendWhileBusy(action).bare }
    loop.callbackDepth &+= 1
    let effect = reduce(action, frame)
    // Most steps return no effect and buffer nothing; then only the observers are told.
    let isPlain = effect.isNone && !hasMore
    if isPlain {
      notify()
      if !hasMore {
        phase = .idle
        loop.activity -= 1
        return nil
      }
    }
    let task = settle(effect, isTold: isPlain)
    loop.activity -= 1
    return task.bare
  }

  /// The thread is not the loop's by its id: it may be the main actor's all the same.
  @inlinable @inline(never)
  func sendElsewhere(_ action: Action) -> Uncounted<Cascade>? {
    guard isOnItsThread("send") else { return nil }
    return loop.asOwner { sendBare(action) }
  }

  /// Sends without a handle: the effects share the store's own cascade. Owner thread.
  @inlinable
  package func untracked<Failure: Error>(_ send: () throws(Failure) -> Void) throws(Failure) {
    guard phase == .idle else { return try send() }
    table.isTracked = false
    defer { table.isTracked = true }
    try send()
  }

  /// One step, with the context of this store installed. Leaves the phase at `settling`.
  @inlinable @inline(__always)
  func reduce(_ action: Action, _ frame: ManualBox<ThreadFrame>) -> Effect<Action> {
    let outer = frame.pointee.context
    frame.pointee.context = context
    phase = .reducing
    let state = unsafe withUnsafeMutablePointer(to: &current) { UnsafeMutableRawPointer($0) }
    // Unprotected, since nothing writes through the pointer.
    let node = unsafe _withUnprotectedUnsafePointer(to: action) { action in
      context.pointee.action = unsafe LentValue(action)
      return reducer.with { unsafe $0.run($0, state, action, StepContext(context)) }
    }
    context.pointee.action = nil
    phase = .settling
    frame.pointee.context = outer
    return Effect(untyped: node)
  }

  /// The store cannot reduce now: a scoped one hands the action to its root, any other buffers it.
  @inlinable
  func sendWhileBusy(_ action: Action) -> StoreTask {
    if let origin {
      return Uncounted(origin).with { $0.send(action) }
    }
    return sendLater(action)
  }

  @usableFromInline
  func sendLater(_ action: Action) -> StoreTask {
    if loop.reportsReentrantSends, phase != .ended {
      ReduceContext.report(
        .reentrantSend,
        "send was called while the store was busy; the action is handled after the present burst's. "
          + "An effect that sends, or a later turn of the loop, says it more plainly.", label: "",
        on: loop)
    }
    bufferAction(action, Delivery(cascade: nil))
    return .finished
  }

  @inlinable
  func bufferAction(_ action: Action, _ delivery: Delivery) {
    guard phase != .ended, !burst.isOver else { return }
    delivery.enter()
    buffer.append(Buffered(action, delivery))
    hasMore = true
  }

  /// Takes the first effect in, drains the buffer, tells the observers; again while they send.
  ///
  /// - Parameter isTold: the observers were told of this step already.
  @inlinable @inline(never)
  func settle(_ effect: Effect<Action>, isTold: Bool = false) -> StoreTask {
    loop.activity += 1
    if !effect.isNone { accept(effect, Delivery(cascade: nil)) }
    if !isTold || !buffer.isEmpty && !isEnding {
      repeat {
        if !buffer.isEmpty { drain() }
        notify()
      } while !buffer.isEmpty && !isEnding
    }
    hasMore = false
    let cascade = table.cascade
    if cascade != nil { table.cascade = nil }
    if table.isAnimated { table.endTransaction() }
    phase = .idle
    loop.activity -= 1
    if burst.handled > 1 { endBurst() }
    if isEnding { endNow() }
    return StoreTask(cascade: cascade)
  }

  @inlinable
  func accept(_ effect: Effect<Action>, _ delivery: Delivery) {
    effect.accept(Acceptance(table: table, scope: table.root, delivery), into: sink)
  }

  @inlinable
  func drain() {
    let frame = ThreadFrame.current
    while !isEnding, let next = buffer.popFirst(), mayHandle(next) {
      withExtendedLifetime(next) { handle(next.action, next.delivery, frame) }
    }
  }

  /// One action, on behalf of the send that it belongs to.
  @inlinable
  func handle(
    _ action: Action, _ delivery: Delivery, _ frame: ManualBox<ThreadFrame>
  ) {
    if !delivery.isMoot {
      let effect = reduce(action, frame)
      if !effect.isNone { accept(effect, delivery) }
    }
    delivery.settle()
  }

  /// An action from an effect.
  @inlinable
  func receive(_ action: Action, _ delivery: Delivery) {
    guard phase == .idle else { return bufferAction(action, delivery) }
    // Effects of what the action causes belong to the cascade of the delivery, so no handle is needed.
    table.isTracked = false
    defer { table.isTracked = true }
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
    let dropped = buffer
    end()
    for action in dropped { action.cascade?.release() }
  }

  @usableFromInline
  func refuseOffThread(_ call: StaticString) {
    table.report(
      Issue(
        code: .offThread,
        message: "\(call) was called on a thread that is not the loop's; nothing changed. Use post."
      ))
  }

  /// Sends from any thread: handled at the loop's next dispatch, as a burst of its own.
  public func post(_ action: sending Action) {
    let delivered = UncheckedSendable((action, table, sink))
    loop.post {
      let (action, table, sink) = delivered.value
      guard !table.isEnded else { return }
      sink.send(action, from: Delivery(cascade: nil))
    }
  }
}
