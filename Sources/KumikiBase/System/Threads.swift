internal import CLinux
internal import Glibc

/// A thread's end, its stack, and a signal to wait for.
package enum Threads {
  /// Has `body` called with each thread's value when the thread ends. Called once in the process.
  ///
  /// - Returns: A function that sets the calling thread's value, which must not be null.
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

  /// The number of the calling thread. In the child of a `fork` the forking thread keeps it.
  package static var current: UInt { UInt(pthread_self()) }

  /// An address in the calling function's stack frame.
  package static var stackAddress: UInt { kumiki_stack_address() }

  /// Returns the lowest address that the calling thread's stack may grow to, or 1 if the system does not report it.
  package static func lowestStackAddress() -> UInt {
    var attributes = pthread_attr_t()
    guard unsafe pthread_getattr_np(pthread_self(), &attributes) == 0 else { return 1 }
    defer { unsafe pthread_attr_destroy(&attributes) }
    var lowest: UnsafeMutableRawPointer?
    var size = 0
    var guardSize = 0
    unsafe pthread_attr_getstack(&attributes, &lowest, &size)
    unsafe pthread_attr_getguardsize(&attributes, &guardSize)
    // The main thread's stack grows on demand, with its guard outside; other stacks include their guard.
    return max(1, UInt(bitPattern: lowest) &+ UInt(guardSize))
  }
}

/// A signal that one thread waits for and another thread gives, once.
@safe package final class Signal: @unchecked Sendable {
  // Linux synchronises access to the semaphore at the address.
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
