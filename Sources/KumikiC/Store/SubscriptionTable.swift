internal import Kumiki

/// The subscriptions to a store with live handles, so that the store's end ends them.
///
/// Only for the loop's thread. Empty once the store has ended.
final class SubscriptionTable {
  private var handles: [ObjectIdentifier: Uncounted<SubscriptionHandle>] = [:]

  func insert(_ handle: SubscriptionHandle) {
    handles[ObjectIdentifier(handle)] = Uncounted(handle)
  }

  func remove(_ handle: SubscriptionHandle) { handles[ObjectIdentifier(handle)] = nil }

  /// Called when the store has ended, and with it its subscriptions.
  func end() {
    let all = handles.values
    handles = [:]
    for handle in all { handle.with { $0.storeEnded() } }
  }
}
