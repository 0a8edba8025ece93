internal import Glibc

/// Threads for blocking work, the only ones that the engine starts.
enum Worker {
  /// Has a detached thread do a pool's work; false where the system refuses one.
  static func start(for pool: WorkerPool) -> Bool {
    let reference = unsafe Unmanaged.passRetained(pool)
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { unsafe pthread_attr_destroy(&attributes) }
    let code = unsafe pthread_create(
      &thread, &attributes,
      { pool in
        unsafe Unmanaged<WorkerPool>.fromOpaque(pool!).takeRetainedValue().work()
        return nil
      }, unsafe reference.toOpaque())
    if code != 0 { unsafe reference.release() }
    return code == 0
  }
}
