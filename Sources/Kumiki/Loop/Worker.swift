internal import Glibc

/// Threads for blocking work, the only ones that the engine starts.
package enum Worker {
  private final class Job: @unchecked Sendable {
    // Written by the worker's creator, then read by the worker, then cleared on the loop's thread;
    // thread creation and the inbox's lock lie between.
    var body: (() -> Void)?
    let inbox: LoopInbox

    init(_ body: @escaping () -> Void, _ inbox: LoopInbox) {
      self.body = body
      self.inbox = inbox
    }

    /// Runs the work, and has what it held released on the loop's thread before the loop is idle.
    func run() {
      body?()
      // A closed loop drops this; then the last reference to the job releases it.
      _ = inbox.accept(.work { [self] in body = nil })
      inbox.releasePending()
    }
  }

  /// Runs `body` on a detached thread; false where the system refuses one.
  ///
  /// The loop is not idle until it has ended and what `body` captured has been released, on the
  /// loop's thread.
  package static func run(for loop: Loop, _ body: @escaping @Sendable () -> Void) -> Bool {
    loop.inbox.retainPending()
    let job = unsafe Unmanaged.passRetained(Job(body, loop.inbox))
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { unsafe pthread_attr_destroy(&attributes) }
    let code = unsafe pthread_create(
      &thread, &attributes,
      { job in
        unsafe Unmanaged<Job>.fromOpaque(job!).takeRetainedValue().run()
        return nil
      }, unsafe job.toOpaque())
    guard code != 0 else { return true }
    unsafe job.release()
    loop.inbox.releasePending()
    return false
  }
}
