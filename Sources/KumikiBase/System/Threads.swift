internal import CLinux
internal import Glibc

/// What the system does for a thread: tells its end and its stack, and lets it wait.
package enum Threads {
  /// Has `body` called with each thread's value when the thread ends. Called once in the process.
  ///
  /// - Returns: sets the calling thread's value, which must not be null.
  package static func atEnd(
    _ body: @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) -> @Sendable (UnsafeMutableRawPointer) -> Void {
    var made: pthread_key_t = 0
    let code = unsafe pthread_key_create(&made, body)
    precondition(code == 0, "the process has no thread-specific key left (\(code))")
    return { [key = made] value in
      let code = unsafe pthread_setspecific(key, value)
      precondition(code == 0, "no memory for a thread's own data (pthread_setspecific: \(code))")
    }
  }

  /// Has functions called around each `fork`.
  package static func atFork(
    before: @convention(c) () -> Void, inParent: @convention(c) () -> Void,
    inChild: @convention(c) () -> Void
  ) {
    pthread_atfork(before, inParent, inChild)
  }

  /// An address in the calling function's part of the stack.
  package static var stackAddress: UInt { kumiki_stack_address() }

  /// The lowest address that the calling thread's stack may grow to; 1 if the system does not tell.
  package static func lowestStackAddress() -> UInt {
    var attributes = pthread_attr_t()
    guard unsafe pthread_getattr_np(pthread_self(), &attributes) == 0 else { return 1 }
    defer { unsafe pthread_attr_destroy(&attributes) }
    var lowest: UnsafeMutableRawPointer?
    var size = 0
    var guardSize = 0
    unsafe pthread_attr_getstack(&attributes, &lowest, &size)
    unsafe pthread_attr_getguardsize(&attributes, &guardSize)
    // The main thread's stack grows on demand and has its guard outside; others count it in.
    return max(1, UInt(bitPattern: lowest) &+ UInt(guardSize))
  }
}

/// A signal that one thread waits for and another gives, once.
@safe package final class Signal: @unchecked Sendable {
  // Linux synchronises access to what is at the address.
  private let semaphore: UnsafeMutablePointer<sem_t>

  package init() {
    unsafe semaphore = .allocate(capacity: 1)
    unsafe semaphore.initialize(to: sem_t())
    unsafe sem_init(semaphore, 0, 0)
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  package func give() { unsafe sem_post(semaphore) }
  package func wait() { while unsafe sem_wait(semaphore) != 0 {} }
}
