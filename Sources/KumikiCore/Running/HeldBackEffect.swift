/// An effect that was returned, but that the store accepts later.
///
/// Meanwhile it counts as running, and a cancellation around it drops it. What begins takes over its place among
/// those of the loop's limit.
final class HeldBackEffect {
  private let entry = HeldEntry()
  private let held: HeldAcceptance
  private let take: (Acceptance) -> Void

  /// - Parameters:
  ///   - own: the acceptance of the wait itself.
  ///   - size: the number of nodes of the effect.
  ///   - dropped: called when it is cancelled before it begins.
  ///   - begin: accepts the effect.
  ///
  /// Nil if it is one too many for its loop: then it fails, and is not to be waited for.
  init?(
    _ acceptance: Acceptance, as own: Acceptance, _ sink: AnyObject, size: Int32,
    dropped: @escaping () -> Void, begin: @escaping (Acceptance) -> Void
  ) {
    held = HeldAcceptance(acceptance)
    take = begin
    // The wait stands for the whole effect: so a snapshot knows what it is of.
    entry.size = size
    entry.register(own, sink)
    if entry.isRefused() { return nil }
    entry.began(dropped)
  }

  /// Its place among the waits of its queue, for snapshots.
  var place: Int32 {
    get { entry.place }
    set { entry.place = newValue }
  }

  /// Whether it is part of an effect that follows the state.
  var isFollowed: Bool { entry.part.isFollowed }

  func cancel() { entry.cancel() }

  func drop() { entry.drop() }

  func begin() {
    // From here on a cancel of the wait drops nothing.
    entry.began(nil)
    // What it sends at once may reach a snapshot before what comes after it has begun.
    let followed = entry.part.isFollowed ? entry.followed : nil
    followed?.beginning.append(.link(entry.part, entry.size))
    entry.givesWay()
    var begun = held.acceptance
    begun.heldTaskTree = entry.heldTaskTree
    // What begins may cancel this entry, which may be the last that keeps the node in the tree.
    let scope = begun.scope
    scope.pinned { take(begun) }
    _ = followed?.beginning.popLast()
    entry.finish()
    scope.prune()
  }
}
