@_spi(ExperimentalCustomExecutors) internal import _Concurrency
internal import CKumikiRuntime
internal import Synchronization

/// Brings every Swift task of the process onto the engine's executors.
///
/// The C library contains its own Swift runtime, so it may decide where the runtime sends jobs without an executor
/// (`Task {}`, `Task.sleep`, the main actor). By default such jobs would start threads, or wait for a main queue that
/// no code serves.
package enum RuntimeHooks {
  private static let installed = Atomic<Bool>(false)

  /// Whether the hooks are set. Readable on any thread.
  package static var areInstalled: Bool { installed.load(ordering: .acquiring) }

  // Set once, before the hooks are.
  nonisolated(unsafe) private static var main: (any SerialExecutor)?
  nonisolated(unsafe) fileprivate static var standard: (any TaskExecutor & DelayingExecutor)?

  /// The assumptions that the installed hooks were found to break.
  static let failures = Mutex<[Assumption]>([])

  /// Sets the hooks for the life of the process, and tries them. Called once, before the first loop is made.
  ///
  /// - Parameters:
  ///   - main: The executor of the main actor.
  ///   - standard: The executor that replaces the runtime's thread pool.
  package static func install(
    main: some SerialExecutor, standard: some TaskExecutor & DelayingExecutor
  ) {
    unsafe (Self.main, Self.standard) = (main, standard)
    let (object, implementation) = unsafe main.asUnownedSerialExecutor().words
    var hooks = unsafe kumiki_runtime_hooks(
      enqueue: { unsafe RuntimeHooks.standard?.enqueue(ExecutorJob(UnownedJob(runtime: $0!))) },
      enqueue_after: {
        unsafe RuntimeHooks.standard?.accept(UnownedJob(runtime: $0!), after: .nanoseconds($1))
      },
      enqueue_on_main: { unsafe RuntimeHooks.main?.enqueue(ExecutorJob(UnownedJob(runtime: $0!))) },
      main_identity: object, main_implementation: implementation)
    unsafe kumiki_runtime_install(&hooks)
    installed.store(true, ordering: .releasing)
    // The hooks alone miss one case: a task that sleeps without an executor asks the default one directly,
    // and the platform's default would start threads for it.
    _createExecutors(factory: Executors.self)
    failures.withLock { $0 = findFailures() }
  }

  /// Tries the installed hooks.
  package static func findFailures() -> [Assumption] {
    var failed: [Assumption] = []
    if !tryHooks() { failed.append(.hooks) }
    if !kumiki_runtime_has_main_executor() { failed.append(.mainExecutor) }
    let standard = unsafe standard
    if Task.defaultExecutor as AnyObject !== standard { failed.append(.defaultExecutor) }
    return failed
  }

  /// Whether a task without an executor reaches the hooks through every entry point, and runs.
  private static func tryHooks() -> Bool {
    let ran = Ran()
    let job = unsafe kumiki_runtime_try_hooks(
      { context in
        let ran = unsafe Unmanaged<Ran>.fromOpaque(context!).takeUnretainedValue()
        Task.detached { ran.note() }
      }, Unmanaged.passUnretained(ran).toOpaque())
    guard let job = unsafe job else { return false }
    unsafe UnownedJob(runtime: job).runSynchronously(on: .none)
    return ran.isNoted
  }

  /// Whether jobs without an executor go to the main actor. For the whole process.
  package static var isSerial: Bool {
    get { kumiki_runtime_is_serial() }
    set { kumiki_runtime_set_serial(newValue) }
  }
}

private struct Executors: ExecutorFactory {
  // Never used: the hooks receive the main actor's jobs.
  static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
  static var defaultExecutor: any TaskExecutor {
    unsafe RuntimeHooks.standard ?? PlatformExecutorFactory.defaultExecutor
  }
}
