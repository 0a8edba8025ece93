internal import KumikiValues
internal import Synchronization

/// How long a store exists, and the handles that end with it: its views and subscriptions.
///
/// Only for the loop's thread, except for `isAlive`.
final class StoreLife: @unchecked Sendable {
  private let alive = Atomic<Bool>(true)
  private var handles: [StoreMember.Key: Uncounted<StoreMember>] = [:]
  private var lastNumber: UInt64 = 0
  /// How many of them are subscriptions.
  private(set) var subscriptionCount = 0

  /// Any thread.
  var isAlive: Bool { alive.load(ordering: .acquiring) }

  /// The live handle of a view. Scoping to one place twice gives the same view.
  func view(of place: ViewPlace) -> StoreMember? { handles[.view(place)]?.object }

  /// Called when the store has ended, and with it its views and subscriptions.
  func end() {
    alive.store(false, ordering: .releasing)
    // Held until the last of them knows: with a derived value its view goes, if the program has freed that.
    // In the order in which they were made, which is the same in every process.
    let all = handles.values.map(\.object).sorted { $0.number < $1.number }
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

/// A handle that its store lists until one of them ends. It belongs to the loop's thread; any thread may free
/// it.
class StoreMember: HandleObject {
  enum Key: Hashable {
    case view(ViewPlace)
    case subscription(ObjectIdentifier)
    case derived(ObjectIdentifier)
  }

  final let loop: Loop
  private var listed: (life: StoreLife, key: Key)?
  /// Greater than those of the members that its store listed before.
  fileprivate final var number: UInt64 = 0

  init(_ loop: Loop) { self.loop = loop }

  /// Ends the object before the handle is released. On the loop's thread.
  func end() {}

  final func join(_ life: StoreLife, as key: Key) {
    listed = (life, key)
    life.insert(self, key)
  }

  final func leave() {
    if let (life, key) = listed.take() { life.remove(key) }
  }

  // On the loop's thread while listed. After a `fork`, the parent's loop does not call `end` in the child.
  deinit { leave() }

  /// Called when the store has ended. It is not listed any more.
  func storeEnded() { listed = nil }
}
