// What happens when the last reference to a store is released. Called by its `deinit` alone.

extension LoopStore {
  /// If a store of the main actor's loop is released off the main actor, waits until the main actor has ended
  /// it, since the main actor may be using the store's parent or loop. The store exists until then. No other
  /// loop is waited for, since nobody may run it again.
  func letGoOnItsThread() {
    if loop.isCurrentThread || loop.isClosed { return letGo() }
    if loop.isOwnerless { return loop.asOwner(letGo) }
    guard loop.isMainActors else {
      fatalError(
        "a LoopStore was released on a thread other than its loop's; release it there, or close the loop first"
      )
    }
    let unheld = Uncounted(self)
    loop.waitOnOwnThread { unheld.with { $0.letGo() } }
  }

  private func letGo() {
    // First, so that the parent no longer calls it.
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
