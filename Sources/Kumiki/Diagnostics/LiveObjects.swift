internal import Synchronization

/// Counts the engine's objects that are alive in the process, for leak checks.
///
/// Every class of the engine that holds something worth missing adds itself in its initializer and
/// removes itself in its `deinit`. Any thread.
package enum LiveObjects {
  /// The sum over all threads. What other threads do meanwhile may be in it or not; where an object is
  /// seen to have gone, so is what its thread did before.
  package static var count: Int {
    var sum = 0
    var next = Tally.all.load(ordering: .acquiring)
    while let tally = next {
      sum += tally.pointee.number.load(ordering: .acquiring)
      next = tally.pointee.next
    }
    return sum
  }

  package static func add() { ThreadFrame.current.pointee.liveObjects.pointee.change(by: 1) }

  package static func remove() { ThreadFrame.current.pointee.liveObjects.pointee.change(by: -1) }

  /// What one thread has added and removed: alone it means nothing, since an object may go on another
  /// thread than it came on.
  ///
  /// A tally is written by its thread only, which spares each object two atomic steps that all threads
  /// would meet at. It outlives the thread and is handed on to a later one, so there are as many as
  /// there were threads at a time.
  struct Tally: ~Copyable {
    // Unsafe by its type alone: tallies are never freed, and what threads share of them is atomic.
    nonisolated(unsafe) fileprivate static let all = Atomic<UnsafeMutablePointer<Tally>?>(nil)

    fileprivate let number = Atomic<Int>(0)
    fileprivate var next: UnsafeMutablePointer<Tally>?
    private let isTaken = Atomic<Bool>(true)

    private init(next: UnsafeMutablePointer<Tally>?) { self.next = next }

    /// A tally for the calling thread.
    static func take() -> UnsafeMutablePointer<Tally> {
      let first = all.load(ordering: .acquiring)
      var known = first
      while let tally = known {
        if !tally.pointee.isTaken.exchange(true, ordering: .acquiring) { return tally }
        known = tally.pointee.next
      }
      let made = UnsafeMutablePointer<Tally>.allocate(capacity: 1)
      made.initialize(to: Tally(next: first))
      while true {
        let (isFirst, other) = all.compareExchange(
          expected: made.pointee.next, desired: made, ordering: .acquiringAndReleasing)
        if isFirst { return made }
        made.pointee.next = other
      }
    }

    borrowing func giveBack() { isTaken.store(false, ordering: .releasing) }

    @inline(__always)
    fileprivate borrowing func change(by difference: Int) {
      number.store(number.load(ordering: .relaxed) &+ difference, ordering: .releasing)
    }
  }
}
