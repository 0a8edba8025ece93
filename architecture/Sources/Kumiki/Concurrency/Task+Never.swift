extension Task where Failure == Never {
  /// Waits until the task is cancelled, then throws `CancellationError`.
  ///
  ///     $0.server.receive = { try await Task.never() }
  public static func never() async throws -> Success {
    // No code writes to this stream. The iteration ends when the task is cancelled.
    for await value in AsyncStream<Success>.never { return value }
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled, then throws `CancellationError`.
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }

  /// Yields to other tasks many times, so that running tasks get as far as they can.
  ///
  /// A test store does this itself. Call it for work outside of stores.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<count {
      // At the lowest priority, because a plain yield lets only tasks of this executor run.
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

extension Result where Failure == any Error {
  /// The result of asynchronous work: the value that it returned, or the error that it threw.
  ///
  ///     await send(.response(Result { try await api.load(id) }))
  nonisolated(nonsending)
    public init(catching body: () async throws -> Success) async
  {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
