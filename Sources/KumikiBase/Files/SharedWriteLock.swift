internal import Synchronization

/// The recursive lock for writes to shared values, one for all values of the process.
///
/// If each value had a lock, two threads that each update one value inside an update of the other would deadlock
/// (decision 29). Readers do not wait for the lock: until a writer is done they see the old value.
package enum SharedWriteLock {
  /// The thread that has the lock.
  private static let owner = Atomic<UInt>(0)
  private static let turn = GuardLock(isRecursive: false)
  /// The places that the owner is writing, the innermost last.
  private static let places = Guarded<[SharedPlaceID]>([], in: .sharedValues)

  /// Whether the calling thread has the lock.
  package static var isMine: Bool { owner.load(ordering: .relaxed) == Threads.current }

  /// Creates the lock, so that ``hold(_:)`` need not.
  static func prepare() { _ = turn }

  /// Runs `body`, which is the program's code, while no other thread writes a shared value.
  package static func hold<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isMine { return try body() }
    turn.lock()
    owner.store(Threads.current, ordering: .relaxed)
    defer {
      owner.store(0, ordering: .relaxed)
      turn.unlock()
    }
    return try body()
  }

  /// Runs `body`, which writes to a place, while no other thread writes a shared value.
  package static func write<Result, Failure: Error>(
    _ place: SharedPlaceID, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try hold { () throws(Failure) in
      places.withLock { $0.append(place) }
      defer { places.withLock { _ = $0.removeLast() } }
      return try body()
    }
  }

  /// Whether the calling thread is writing to a place, to a part of it, or to a storage that contains it.
  package static func isWriting(_ place: SharedPlaceID) -> Bool {
    isMine && places.withLock { $0.contains { $0.overlaps(place) } }
  }

  /// Called in the child of a `fork`. Another thread's unfinished write does not happen in the child.
  static func enterChild() {
    if isMine { return }
    owner.store(0, ordering: .relaxed)
    turn.resetInChild()
    places.withLock { $0 = [] }
  }
}

/// Identifies a place where shared values are stored.
package struct SharedPlaceID: Hashable, Sendable {
  private let slot: ObjectIdentifier
  private let member: ExactText?

  /// - Parameters:
  ///   - slot: The storage as a whole.
  ///   - member: One member in it; nil for all.
  package init(_ slot: AnyObject, member: ExactText? = nil) {
    self.slot = ObjectIdentifier(slot)
    self.member = member
  }

  /// Whether a write to one changes the other.
  func overlaps(_ other: Self) -> Bool {
    slot == other.slot && (member == nil || other.member == nil || member == other.member)
  }
}
