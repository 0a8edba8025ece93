internal import Kumiki

/// Runs `operation` while all tasks without an executor of their own run on the main actor's thread, one
/// step at a time, in the order in which they become ready.
///
/// A store's effects always run in this way. Use this for tasks that a test, or the code under test, starts
/// itself. It affects the whole process: concurrent tests run more slowly, but are still correct.
@MainActor
public func withMainSerialExecutor(
  operation: @MainActor () async throws -> Void
) async rethrows {
  let outer = uncheckedUseMainSerialExecutor
  uncheckedUseMainSerialExecutor = true
  defer { uncheckedUseMainSerialExecutor = outer }
  try await operation()
}

/// Runs a whole test case of XCTest in this way: `withMainSerialExecutor { super.invokeTest() }`.
public func withMainSerialExecutor(operation: () throws -> Void) rethrows {
  let outer = uncheckedUseMainSerialExecutor
  uncheckedUseMainSerialExecutor = true
  defer { uncheckedUseMainSerialExecutor = outer }
  try operation()
}

/// Whether tasks without an executor of their own run on the main actor's thread; for the whole process.
public var uncheckedUseMainSerialExecutor: Bool {
  get { RuntimeHooks.isSerial }
  set { RuntimeHooks.isSerial = newValue }
}
