internal import Glibc

/// Runs `operation` with every task that has no executor of its own on the main actor's thread, one step
/// after the other in the order in which they come up.
///
/// A store's effects run so anyway. This is for the tasks that a test, or what it tests, starts by itself. It
/// holds for the whole process: tests that run beside this one are slower meanwhile, and no less right.
@MainActor
public func withMainSerialExecutor(
  operation: @MainActor () async throws -> Void
) async rethrows {
  let outer = uncheckedUseMainSerialExecutor
  uncheckedUseMainSerialExecutor = true
  defer { uncheckedUseMainSerialExecutor = outer }
  try await operation()
}

/// The same for a whole test case of XCTest: `withMainSerialExecutor { super.invokeTest() }`.
public func withMainSerialExecutor(operation: () throws -> Void) rethrows {
  let outer = uncheckedUseMainSerialExecutor
  uncheckedUseMainSerialExecutor = true
  defer { uncheckedUseMainSerialExecutor = outer }
  try operation()
}

/// Whether tasks without an executor of their own run on the main actor's thread; for the whole process.
public var uncheckedUseMainSerialExecutor: Bool {
  get { GlobalEnqueue.isOnMainActor }
  set { GlobalEnqueue.isOnMainActor = newValue }
}

/// The place where the Swift runtime asks what to do with a job for its own threads.
private enum GlobalEnqueue {
  typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

  /// The runtime's variable; nil where the process has none by that name.
  nonisolated(unsafe) private static let hook: UnsafeMutablePointer<Hook?>? =
    dlsym(nil, "swift_task_enqueueGlobal_hook")?.assumingMemoryBound(to: Hook?.self)

  static var isOnMainActor: Bool {
    get { hook?.pointee != nil }
    set { hook?.pointee = newValue ? { job, _ in MainActor.shared.enqueue(job) } : nil }
  }
}
