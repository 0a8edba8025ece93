/// An effect that was returned, but will be accepted later.
///
/// Until its acceptance it counts as running, and a cancellation around it drops it. When it starts, the started effect
/// counts toward the loop's limit in its place.
final class HeldBackEffect {
  private let entry = HeldEntry()
  private let take: (Acceptance) -> Void

  /// - Parameters:
  ///   - own: the acceptance of the wait itself.
  ///   - effect: the effect that `begin` accepts.
  ///   - dropped: called if the effect is cancelled before it starts.
  ///   - begin: accepts the effect.
  ///
  /// Returns nil if the effect exceeds its loop's limit. The effect then fails, and must not be waited for.
  init?(
    _ acceptance: Acceptance, as own: Acceptance, _ sink: AnyObject, _ effect: AnyEffectNode,
    dropped: @escaping () -> Void, begin: @escaping (Acceptance) -> Void
  ) {
    take = begin
    // The wait represents the whole effect, so that a snapshot knows the effect's size.
    entry.size = effect.size
    entry.register(own, sink)
    if entry.isRefused() { return nil }
    entry.waiting = (effect, HeldAcceptance(acceptance))
    if !entry.part.isFollowed { acceptance.table.holdsBack(effect) }
    entry.began(dropped)
  }

  /// The effect's position among the waits of its queue, for snapshots.
  var place: Int32 {
    get { entry.place }
    set { entry.place = newValue }
  }

  /// Whether it is part of a state-driven effect.
  var isFollowed: Bool { entry.part.isFollowed }

  func cancel() { entry.cancel() }

  func drop() { entry.drop() }

  func begin() {
    guard let (_, held) = entry.waiting.take() else { return }
    // From here on, a cancellation of the wait drops nothing.
    entry.began(nil)
    // An action that the effect sends immediately may cause a snapshot before the next member of the chain has started.
    let followed = entry.part.isFollowed ? entry.followed : nil
    followed?.beginning.append(.member(entry.part, entry.size))
    entry.handOver()
    var begun = held.acceptance
    begun.heldTaskTree = entry.heldTaskTree
    // The started effect may cancel this entry, which may be the last that keeps the node in the tree.
    let scope = begun.scope
    scope.pinned { take(begun) }
    _ = followed?.beginning.popLast()
    entry.finish()
    scope.prune()
  }
}
