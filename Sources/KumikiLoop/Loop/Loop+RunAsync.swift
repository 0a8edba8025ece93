// Runs async code from synchronous code, on a thread of the program's own.

extension Loop {
  /// Runs async code on this loop. The calling thread serves the loop until the code has ended.
  ///
  ///     let count = try loop.run {
  ///       let store = Store(initialState: Counter.State()) { Counter() }
  ///       await store.send(.load).finish()
  ///       return store.state.count
  ///     }
  ///
  /// Stores that are made in the code are on this loop. Work that is still running when the code has ended continues
  /// when the loop is run again.
  /// - Throws: The error of `body`; the errors of ``dispatch(timeoutMilliseconds:)``; ``LoopError/timeout`` if the
  ///   loop is virtual and only its clock could let the code continue; ``LoopError/closed`` if the code closed the
  ///   loop. In the last two cases the code is cancelled.
  public func run<Result: Sendable>(
    _ body: sending @escaping () async throws -> Result
  ) throws -> Result {
    // Throws before any code has begun.
    try enter(-1)
    leave()
    let outcome = Outcome<Result>()
    let task = Task(executorPreference: self) { await outcome.keep(body) }
    try serve(until: { outcome.result != nil }, orElse: { task.cancel() })
    return try outcome.result!.get()
  }

  private func serve(until isOver: () -> Bool, orElse cancel: () -> Void) throws(LoopError) {
    do {
      try run(timeoutMilliseconds: -1, until: isOver)
    } catch {
      if isOver() { return }
      cancel()
      // Lets the cancelled code unwind.
      try? runUntilIdle(timeoutMilliseconds: 0)
      throw error
    }
  }

  /// Makes a loop, runs async code on it and on this thread, and closes the loop.
  ///
  /// For a thread, or a `main` that is not `async`; see ``run(_:)-(_)``.
  /// - Throws: The error of `body`, and ``LoopError/system(code:call:)``.
  public static func run<Result: Sendable>(
    _ body: sending @escaping () async throws -> Result
  ) throws -> Result {
    let loop = try Loop()
    defer { loop.close() }
    return try loop.run(body)
  }
}

/// The result of the code; written and read on the loop's thread.
private final class Outcome<Value>: @unchecked Sendable {
  private(set) var result: Result<Value, any Error>?

  func keep(_ body: () async throws -> Value) async {
    do { result = .success(try await body()) } catch { result = .failure(error) }
  }
}
