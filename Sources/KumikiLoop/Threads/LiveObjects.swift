internal import Synchronization

/// Counts the engine's live objects in the process, for leak checks.
///
/// Each class of the engine that owns resources adds itself in its initializer and removes itself in its `deinit`.
/// Usable on any thread.
package enum LiveObjects {
  /// A tally outlives its thread and is given to a later thread. The number of tallies is the greatest number of
  /// threads that ran at once.
  static let tallies = Guarded<[Tally]>([])

  /// The sum over all threads. Concurrent work of other threads may be counted or not. If the removal of an object is
  /// counted, everything that its thread did before is counted too.
  package static var count: Int {
    tallies.withLock { $0.reduce(0) { $0 + $1.number.load(ordering: .acquiring) } }
  }

  package static func add() { ThreadFrame.current.pointee.liveObjects.with { $0.change(by: 1) } }

  package static func remove() {
    ThreadFrame.current.pointee.liveObjects.with { $0.change(by: -1) }
  }

  /// One thread's additions and removals. Only the sum of all tallies is meaningful, since an object may be freed on
  /// another thread than the one that made it.
  ///
  /// Only its thread writes a tally, so objects need no atomic operation on memory that threads share.
  final class Tally: Sendable {
    fileprivate let number = Atomic<Int>(0)
    private let isTaken = Atomic<Bool>(true)

    /// Returns a tally for the calling thread.
    static func take() -> Uncounted<Tally> {
      tallies.withLock { all in
        if let free = all.first(where: { !$0.isTaken.exchange(true, ordering: .acquiring) }) {
          return Uncounted(free)
        }
        let made = Tally()
        all.append(made)
        return Uncounted(made)
      }
    }

    func giveBack() { isTaken.store(false, ordering: .releasing) }

    @inline(__always)
    fileprivate func change(by difference: Int) {
      number.store(number.load(ordering: .relaxed) &+ difference, ordering: .releasing)
    }
  }
}
