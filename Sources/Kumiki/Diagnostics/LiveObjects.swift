internal import Synchronization

/// Counts the engine's objects that are alive in the process, for leak checks.
///
/// Each class of the engine that owns resources adds itself in its initializer and removes itself in its
/// `deinit`. Any thread.
package enum LiveObjects {
  /// The sum over all threads. What other threads do meanwhile may be counted or not. If an object is
  /// counted as gone, everything that its thread did before is counted too.
  package static var count: Int {
    var sum = 0
    var next = unsafe Tally.all.load(ordering: .acquiring)
    while let tally = unsafe next {
      unsafe sum += tally.pointee.number.load(ordering: .acquiring)
      unsafe next = tally.pointee.next
    }
    return sum
  }

  package static func add() { unsafe ThreadFrame.current.pointee.liveObjects.pointee.change(by: 1) }

  package static func remove() {
    unsafe ThreadFrame.current.pointee.liveObjects.pointee.change(by: -1)
  }

  /// What one thread has added and removed. Only the sum of all tallies means something, since an object
  /// may be freed on another thread than the one that made it.
  ///
  /// A tally is written by its thread only, so objects need no atomic operation on memory that threads
  /// share. It outlives its thread and is given to a later one, so there are as many as threads ever ran
  /// at once.
  @safe struct Tally: ~Copyable {
    // Unsafe by its type alone: tallies are never freed, and what threads share of them is atomic.
    nonisolated(unsafe) fileprivate static let all = unsafe Atomic<UnsafeMutablePointer<Tally>?>(
      nil)

    fileprivate let number = Atomic<Int>(0)
    fileprivate var next: UnsafeMutablePointer<Tally>?
    private let isTaken = Atomic<Bool>(true)

    private init(next: UnsafeMutablePointer<Tally>?) { unsafe self.next = next }

    /// A tally for the calling thread.
    static func take() -> UnsafeMutablePointer<Tally> {
      let first = unsafe all.load(ordering: .acquiring)
      var known = unsafe first
      while let tally = unsafe known {
        if unsafe !tally.pointee.isTaken.exchange(true, ordering: .acquiring) {
          return unsafe tally
        }
        unsafe known = tally.pointee.next
      }
      let made = UnsafeMutablePointer<Tally>.allocate(capacity: 1)
      unsafe made.initialize(to: Tally(next: first))
      while true {
        let (isFirst, other) = unsafe all.compareExchange(
          expected: made.pointee.next, desired: made, ordering: .acquiringAndReleasing)
        if isFirst { return unsafe made }
        unsafe made.pointee.next = other
      }
    }

    borrowing func giveBack() { isTaken.store(false, ordering: .releasing) }

    @inline(__always)
    fileprivate borrowing func change(by difference: Int) {
      number.store(number.load(ordering: .relaxed) &+ difference, ordering: .releasing)
    }
  }
}
