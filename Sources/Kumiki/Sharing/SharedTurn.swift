internal import Synchronization

/// The recursive lock for writes to shared values, one for all values of the process.
///
/// With a lock for each value, two threads that each update one value inside an update of the other would
/// deadlock (decision 29). Readers do not wait for it: until a writer is done they see the old value.
package enum SharedTurn {
  private static let owner = Atomic<UInt64>(0)
  private static let turn = Guarded(())
  /// The places that the owner is writing, the innermost last.
  private static let places = Guarded<[SharedPlaceID]>([], in: .sharedValues)

  /// Whether the calling thread has the lock.
  static var isMine: Bool {
    owner.load(ordering: .relaxed) == ThreadFrame.current.pointee.threadID
  }

  /// Runs `body`, which is the program's code, while no other thread writes a shared value.
  package static func hold<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isMine { return try body() }
    return try turn.withLock { (_: inout Void) throws(Failure) in
      owner.store(ThreadFrame.current.pointee.threadID, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      return try body()
    }
  }

  /// Runs `body`, which writes to a place, while no other thread writes a shared value.
  static func write<Result, Failure: Error>(
    _ place: SharedPlaceID, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try hold { () throws(Failure) in
      places.withLock { $0.append(place) }
      defer { places.withLock { _ = $0.removeLast() } }
      return try body()
    }
  }

  /// Whether the calling thread is writing to a place, or to a part or the whole of it.
  static func isWriting(_ place: SharedPlaceID) -> Bool {
    isMine && places.withLock { $0.contains { $0.overlaps(place) } }
  }

  /// Called in the child of a `fork`. Another thread's unfinished write does not happen in the child.
  static func enterChild(_ forking: UInt64, as new: UInt64) {
    if owner.load(ordering: .relaxed) == forking, forking != 0 {
      owner.store(new, ordering: .relaxed)
    } else {
      owner.store(0, ordering: .relaxed)
      turn.startAnew()
      places.withLock { $0 = [] }
    }
  }
}
