internal import Synchronization

/// Keeps writers of one value apart. The thread that is writing may come again.
///
/// Readers do not wait for it: until a writer is done they see the value before.
package final class SharedWriter: Sendable {
  private let owner = Atomic<UInt64>(0)
  private let turn = Guarded(())

  package init() {}

  /// Runs `body`, which is the program's code, while no other thread writes the value.
  package func hold<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = ThreadFrame.current.pointee.threadID
    if owner.load(ordering: .relaxed) == thread { return try body() }
    return try turn.withLock { (_: inout Void) throws(Failure) in
      owner.store(thread, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      return try body()
    }
  }
}
