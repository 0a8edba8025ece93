internal import Glibc

/// A value behind a lock.
///
/// Like `Mutex`, but the lock may be held across `fork` and used in the child. `Mutex` remembers its holder by the
/// kernel's thread number, which is different in the child.
@usableFromInline
@safe package final class Guarded<Value>: @unchecked Sendable {
  // `value` is accessed only with the lock held.
  @usableFromInline var value: Value
  @usableFromInline let lock: GuardLock
  private let isAlone: Bool

  package init(_ value: sending Value) {
    self.value = value
    lock = GuardLock(isRecursive: false)
    isAlone = true
  }

  /// Puts a value behind a lock that other values share and that outlives the value.
  package init(_ value: sending Value, in lock: GuardLock) {
    self.value = value
    self.lock = lock
    isAlone = false
  }

  deinit { if isAlone { lock.destroy() } }

  /// Runs `body` with the lock held. No user code may run in it.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Called before a `fork`. Keeps other threads out, so that the child finds a consistent value.
  package func holdForFork() { lock.lock() }

  /// Called after the `fork`, in both processes.
  package func releaseAfterFork() { lock.releaseAfterFork(inChild: false) }

  /// Called in the child of a `fork`, where the thread that held the lock does not exist.
  package func resetInChild() { lock.resetInChild() }
}

/// A lock for one value or several.
@usableFromInline
@safe package struct GuardLock: @unchecked Sendable {
  // The address never changes.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let isRecursive: Bool

  /// The lock of everything that shared values consist of, held across `fork`. Each use is brief.
  package static let sharedValues = GuardLock(isRecursive: true)

  package init(isRecursive: Bool) {
    self.isRecursive = isRecursive
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    resetInChild()
  }

  package func destroy() {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  @usableFromInline
  package func lock() { unsafe pthread_mutex_lock(mutex) }

  /// Returns false if another thread holds the lock.
  package func tryLock() -> Bool { unsafe pthread_mutex_trylock(mutex) == 0 }

  @usableFromInline
  package func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Releases the lock after a `fork`. A recursive lock knows its thread by the kernel's number, which is different
  /// in the child, so the child starts the lock again.
  package func releaseAfterFork(inChild: Bool) {
    if inChild, isRecursive { resetInChild() } else { unlock() }
  }

  /// Called in the child of a `fork`, where the thread that held the lock does not exist.
  package func resetInChild() {
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    if isRecursive { unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE)) }
    unsafe pthread_mutex_init(mutex, &attributes)
    unsafe pthread_mutexattr_destroy(&attributes)
  }
}
