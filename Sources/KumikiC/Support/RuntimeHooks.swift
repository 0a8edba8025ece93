internal import CKumiki
internal import CKumikiCalls
internal import CKumikiRuntime
internal import Kumiki
@_spi(ExperimentalCustomExecutors) internal import _Concurrency

/// Brings every Swift task of the process onto the loops.
///
/// The C library contains its own Swift runtime, so it may decide where the runtime sends jobs without an
/// executor (`Task {}`, `Task.sleep`, the main actor): to a loop, on the host's own thread. By default they
/// would start threads, or wait for a main queue that nobody serves.
enum RuntimeHooks {
  /// Installs the hooks, once. Called before the first loop is made.
  static func install() { _ = installed }

  private static let installed: Void = {
    let (identity, implementation) = unsafe unsafeBitCast(
      MainLoopExecutor.shared.asUnownedSerialExecutor(),
      to: (UnsafeMutableRawPointer?, UInt).self)
    var hooks = unsafe kumiki_runtime_hooks(
      enqueue: { job in
        guard let job = unsafe job else { return }
        GlobalJobs.enqueue(unsafe UnownedJob(runtime: job))
      },
      enqueue_after: { job, nanoseconds in
        guard let job = unsafe job else { return }
        GlobalJobs.enqueue(unsafe UnownedJob(runtime: job), after: nanoseconds)
      },
      enqueue_on_main: { job in
        guard let job = unsafe job else { return }
        GlobalJobs.enqueueOnMain(unsafe UnownedJob(runtime: job))
      },
      main_identity: identity,
      main_implementation: implementation)
    unsafe kumiki_runtime_install(&hooks)
    // The hooks alone miss one case: a task that sleeps without an executor asks the default one directly,
    // and the platform's default would start threads for it.
    _createExecutors(factory: LoopExecutorFactory.self)
  }()
}

extension RuntimeHooks {
  /// Detects a second engine in the process.
  ///
  /// Two libraries that each contain the engine (libkumiki and a team's own, for example) would have
  /// separate loops, registries and runtime hooks, and a handle of one would be misread by the other.
  static func requireSoleEngine() throws {
    let other = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) {
      buffer -> String? in
      guard unsafe kumiki_runtime_find_other_engine(buffer.baseAddress, buffer.count) != 0 else {
        return nil
      }
      return unsafe String(cString: buffer.baseAddress!)
    }
    if let other {
      throw Failure.invalid(
        "a second engine is loaded in this process: \(other). Link one of them alone")
    }
  }
}

private struct LoopExecutorFactory: ExecutorFactory {
  // Never used: the hooks receive the main actor's jobs.
  static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
  static var defaultExecutor: any TaskExecutor { GlobalLoopExecutor.shared }
}

extension UnownedJob {
  /// A job from the runtime's hooks: an `UnownedJob` consists only of the pointer.
  fileprivate init(runtime job: UnsafeMutableRawPointer) {
    self = unsafe unsafeBitCast(job, to: UnownedJob.self)
  }
}
