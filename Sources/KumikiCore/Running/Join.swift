/// Counts the unfinished effects of a chain's member, and calls back when all have finished.
@usableFromInline
package class Join {
  final private var pending = 0
  private let completion: () -> Join?
  /// The chain that has this member.
  let chain: Chain?
  /// The next outer join.
  private let outer: Join?
  /// Whether the end of the program waits for the effects inside; see ``Loop/finish(timeoutMilliseconds:_:)``.
  let isAwaited: Bool

  /// - Parameter completion: returns the join of an outer chain, which is left next.
  init(
    of chain: Chain? = nil, in outer: Join?, isAwaited: Bool = false,
    _ completion: @escaping () -> Join?
  ) {
    self.chain = chain
    self.outer = outer
    self.isAwaited = isAwaited || outer?.isAwaited == true
    self.completion = completion
  }

  /// Prevents further members from starting in the chains that contain this join.
  final func stopChains() { for chain in chains { chain.stop() } }

  /// The chains that contain this join, innermost first.
  final var chains: some Sequence<Chain> {
    outward.lazy.compactMap(\.chain)
  }

  final var innermostChain: Chain? { chains.first { _ in true } }

  /// Whether all effects have finished.
  final var isOver: Bool { pending == 0 }

  /// This join, followed by the outer joins.
  final var outward: some Sequence<Join> { sequence(first: self, next: \.outer) }

  final func enter() { pending += 1 }

  /// Counts one effect as finished. A loop, because nested chains may all end with their innermost member.
  final func leave() {
    var join = self
    while true {
      join.pending -= 1
      guard join.pending == 0, let outer = join.completion() else { return }
      join = outer
    }
  }
}

/// A running chain, as its effects see it.
class Chain {
  /// Whether it has ended.
  final var isOver = false
  /// Whether no further member starts.
  final private(set) var isStopped = false
  /// When the current member's last effect ended, on the effect's clock, if that was before a restore.
  final var passed: Int64?
  /// Whether such an effect is ending now, so that the next member starts at that time.
  final var isPassing = false

  /// Records that an effect of the current member ends that had ended before a restore.
  final func pass(_ time: Int64) {
    passed = max(passed ?? time, time)
    isPassing = true
  }

  final func stopPassing() { isPassing = false }

  /// Prevents further members from starting.
  final func stop() { isStopped = true }
}
