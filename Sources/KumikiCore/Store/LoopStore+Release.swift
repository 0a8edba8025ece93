// The release of a store's last reference. Only the store's `deinit` calls this.

extension LoopStore {
  /// Ends the store on its loop's thread. If that is another thread, everything that the loop's thread may be using is
  /// handed over to it; code there can no longer find the store itself.
  func releaseOnItsThread() {
    if loop.isCurrentThread || !loop.inbox.isOurs { return releaseHere() }
    // A test's loop has no thread: the code that releases the store may be the last to run the loop.
    if loop.isOwnerless { return loop.asOwner(releaseHere) }
    let rest = UncheckedSendable(
      ReleasedStore(
        loop: loop, core: origin == nil ? core : nil, context: context, member: loopMember,
        upward: origin?.upward, observers: observers, reducer: reducer,
        endHandlers: endHandlers, forget: { [sink] in sink.remember(nil) }))
    loop.onOwnThread { rest.value.end() }
  }

  private func releaseHere() {
    // First, so that the parent no longer calls this store.
    origin?.leave()
    dropObservers()
    if origin == nil {
      end()
      context.free()
    }
    observers?.release()
    reducer.release()
    LiveObjects.remove()
  }
}

/// The rest of a released store: the references that it does not count, and the objects that end with it.
final class ReleasedStore {
  private let loop: Loop
  /// Nil for a scoped store, because its root has the effects.
  private let core: StoreCore?
  private let context: ManualBox<ReduceContext>
  private let member: UInt64
  private let upward: (list: ObserverList, observer: Observer)?
  private let observers: Uncounted<ObserverList>?
  private let reducer: Uncounted<ErasedReducer>
  private let endHandlers: [() -> Void]
  private let forget: () -> Void
  private var isOver = false

  init(
    loop: Loop, core: StoreCore?, context: ManualBox<ReduceContext>, member: UInt64,
    upward: (list: ObserverList, observer: Observer)?, observers: Uncounted<ObserverList>?,
    reducer: Uncounted<ErasedReducer>, endHandlers: [() -> Void], forget: @escaping () -> Void
  ) {
    self.loop = loop
    self.core = core
    self.context = context
    self.member = member
    self.upward = upward
    self.observers = observers
    self.reducer = reducer
    self.endHandlers = endHandlers
    self.forget = forget
  }

  // Released without having run if the loop has closed. In that case everything on the loop has ended.
  deinit { end() }

  func end() {
    if isOver { return }
    isOver = true
    // First, so that the parent no longer calls this store.
    if let upward { upward.list.cancel(upward.observer) }
    observers?.object.drop()
    if let core {
      endEffects(core)
      context.free()
    }
    observers?.release()
    reducer.release()
    LiveObjects.remove()
  }

  private func endEffects(_ core: StoreCore) {
    guard !core.isEnded else { return }
    core.journal?.storeEnds?()
    loop.removeMember(member)
    loop.ending {
      let left = core.end()
      forget()
      loop.tellStoreEnd(left)
      for handler in endHandlers { handler() }
    }
  }
}
