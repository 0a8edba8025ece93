internal import KumikiValues
internal import Synchronization

/// Knows whether a store still exists, and the handles that end with it: its scoped stores and subscriptions.
///
/// For the loop's thread only, except `isAlive`.
final class StoreLife: @unchecked Sendable {
  private let alive = Atomic<Bool>(true)
  private var handles: [StoreMember.Key: Uncounted<StoreMember>] = [:]
  private var lastNumber: UInt64 = 0
  /// How many of the handles are subscriptions.
  private(set) var subscriptionCount = 0

  /// Usable on any thread.
  var isAlive: Bool { alive.load(ordering: .acquiring) }

  /// Returns the open handle of a scoped store. Scoping to one place twice returns the same handle.
  func view(of place: ViewPlace) -> StoreMember? { handles[.view(place)]?.object }

  /// Called when the store has ended. Ends its scoped stores and subscriptions.
  func end() {
    alive.store(false, ordering: .releasing)
    // Held until every handle has been notified: a derived value may release a scoped store that the program has
    // freed. The order is the order of creation, which is the same in every process.
    let all = handles.values.map(\.object).ordered { $0.number < $1.number }
    handles = [:]
    subscriptionCount = 0
    for handle in all { handle.storeEnded() }
  }

  fileprivate func insert(_ handle: StoreMember, _ key: StoreMember.Key) {
    lastNumber += 1
    handle.number = lastNumber
    handles[key] = Uncounted(handle)
    if case .subscription = key { subscriptionCount += 1 }
  }

  fileprivate func remove(_ key: StoreMember.Key) {
    guard handles.removeValue(forKey: key) != nil else { return }
    if case .subscription = key { subscriptionCount -= 1 }
  }
}

/// A handle that its store lists until one of them ends. The handle belongs to the loop's thread; any thread may free
/// it.
class StoreMember: HandleObject {
  enum Key: Hashable {
    case view(ViewPlace)
    case subscription(ObjectIdentifier)
    case derived(ObjectIdentifier)
  }

  /// Whether calls use the object without counting it, while the loop is active.
  class var isUsedUncounted: Bool { false }
  final let loop: Loop
  private var listed: (life: StoreLife, key: Key)?
  /// Greater than the number of every handle that the store listed before.
  fileprivate final var number: UInt64 = 0

  init(_ loop: Loop) { self.loop = loop }

  /// Ends the object before the handle is released. Called on the loop's thread.
  func end() {}

  final func join(_ life: StoreLife, as key: Key) {
    listed = (life, key)
    life.insert(self, key)
  }

  final func leave() {
    if let (life, key) = listed.take() { life.remove(key) }
  }

  // Runs on the loop's thread while the handle is listed. After a `fork`, the parent's loop does not call `end` in
  // the child.
  deinit { leave() }

  /// Called when the store has ended and no longer lists the handle.
  func storeEnded() { listed = nil }
}
