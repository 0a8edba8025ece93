internal import Kumiki

/// The subscriptions to a store whose handles are alive, so that the store's end ends them.
///
/// Belongs to the loop's thread, and is empty when the store has ended.
final class SubscriptionTable {
  private var handles: [ObjectIdentifier: Uncounted<SubscriptionHandle>] = [:]

  func insert(_ handle: SubscriptionHandle) {
    handles[ObjectIdentifier(handle)] = Uncounted(handle)
  }

  func remove(_ handle: SubscriptionHandle) { handles[ObjectIdentifier(handle)] = nil }

  /// The store has ended, and so have its subscriptions.
  func end() {
    let all = handles.values
    handles = [:]
    for handle in all { handle.with { $0.storeEnded() } }
  }
}
