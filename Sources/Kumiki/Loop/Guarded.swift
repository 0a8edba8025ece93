internal import Glibc

/// A value behind a lock.
///
/// As `Mutex`, but it may be held across `fork` and used in the child. `Mutex` remembers its holder by the
/// kernel's thread number, which is another one in the child.
@safe package final class Guarded<Value>: @unchecked Sendable {
  // `value` is touched with `mutex` held and at no other time.
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ value: sending Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs `body` with the lock held. No user code may run in it.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Before a `fork`: keeps others out, so that the child finds the value whole.
  func holdForFork() { unsafe pthread_mutex_lock(mutex) }

  /// After it, in either process.
  func releaseAfterFork() { unsafe pthread_mutex_unlock(mutex) }
}
