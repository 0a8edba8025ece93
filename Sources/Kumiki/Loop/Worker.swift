internal import Glibc

/// Threads for work that blocks: the only ones that the engine ever starts, and only when asked to.
package enum Worker {
  private final class Job {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Runs `body` on a thread of its own, which nobody waits for; false where the system refuses one.
  package static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let job = Unmanaged.passRetained(Job(body))
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    let code = pthread_create(
      &thread, &attributes,
      { job in
        Unmanaged<Job>.fromOpaque(job!).takeRetainedValue().body()
        return nil
      }, job.toOpaque())
    if code != 0 { job.release() }
    return code == 0
  }
}
