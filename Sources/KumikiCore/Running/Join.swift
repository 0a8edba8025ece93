/// Counts the unfinished effects of a chain's link, and calls back when there are none.
@usableFromInline
package final class Join {
  private var pending = 0
  private let completion: () -> Join?
  /// The chain whose link this is.
  let chain: Chain?
  /// The next join around this one.
  private let outer: Join?
  /// Whether the end of the program waits for the work in it: ``Loop/finish(timeoutMilliseconds:_:)``.
  let isAwaited: Bool

  /// - Parameter completion: returns the join of an outer chain, which is to be left next.
  init(
    of chain: Chain? = nil, in outer: Join?, isAwaited: Bool = false,
    _ completion: @escaping () -> Join?
  ) {
    self.chain = chain
    self.outer = outer
    self.isAwaited = isAwaited || outer?.isAwaited == true
    self.completion = completion
  }

  /// Lets the chains that this is part of begin no further link.
  func stopChains() { for chain in chains { chain.stop() } }

  /// The chains that this is part of, the innermost first.
  var chains: some Sequence<Chain> {
    sequence(first: self, next: \.outer).lazy.compactMap(\.chain)
  }

  var innermostChain: Chain? { chains.first { _ in true } }

  func enter() { pending += 1 }

  /// A loop, since nested chains may all end with their innermost link.
  func leave() {
    var join = self
    while true {
      join.pending -= 1
      guard join.pending == 0, let outer = join.completion() else { return }
      join = outer
    }
  }
}

/// A running chain, as the effects in it know it.
class Chain {
  /// Whether it has ended.
  final var isOver = false
  /// Whether it begins no further link.
  final private(set) var isStopped = false
  /// When that was over which has ended of the present link, by the effect's time, if it was before a restore.
  final var passed: Int64?
  /// Whether such a thing ends just now, so that the next link's time began then.
  final var isPassing = false

  /// Something in the present link ends that was over before a restore.
  final func pass(_ time: Int64) {
    passed = max(passed ?? time, time)
    isPassing = true
  }

  final func stopPassing() { isPassing = false }

  /// Begins no further link.
  final func stop() { isStopped = true }
}
