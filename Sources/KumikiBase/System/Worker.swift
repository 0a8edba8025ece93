internal import Glibc

/// Starts the engine's threads: threads for blocking work, and a thread that waits for changes to files.
package enum Worker {
  /// A thread's function, boxed to be handed over.
  private final class Work {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Runs `work` on a detached thread.
  ///
  /// - Returns: The thread; nil if the system refuses one.
  package static func start(_ work: @escaping @Sendable () -> Void) -> UInt? {
    let reference = unsafe Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { unsafe pthread_attr_destroy(&attributes) }
    let code = withoutSignals {
      unsafe pthread_create(
        &thread, &attributes,
        { work in
          unsafe Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().run()
          return nil
        }, unsafe reference.toOpaque())
    }
    if code != 0 { unsafe reference.release() }
    return code == 0 ? UInt(thread) : nil
  }

  /// Runs `body` with those signals blocked that concern the whole program; a thread made in `body` keeps them
  /// blocked. Otherwise the kernel may pick a worker to handle a signal, and a wait on the main thread, for example
  /// in `poll`, is not interrupted. Faults and a profiler's ticks concern one thread and are not blocked.
  private static func withoutSignals<Result>(_ body: () -> Result) -> Result {
    var blocked = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&blocked)
    for own in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPROF] {
      unsafe sigdelset(&blocked, own)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &blocked, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }
}
