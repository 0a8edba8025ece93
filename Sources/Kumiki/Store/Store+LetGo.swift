// What happens when the last reference to a store is released. Called by its `deinit` alone.

extension Store {
  /// Released by code that is not the main actor's, which may be at work in the store's parent or loop, a
  /// store of the main actor's loop waits until that has ended it: it is there as long.
  func letGoOnItsThread() {
    guard loop.isMainActors, !loop.isCurrentThread else { return letGo() }
    let unheld = Uncounted(self)
    loop.waitOnOwnThread { unheld.with { $0.letGo() } }
  }

  private func letGo() {
    // First, so that the parent does not call it any more.
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
