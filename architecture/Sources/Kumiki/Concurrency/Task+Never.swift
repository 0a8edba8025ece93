extension Task where Failure == Never {
  /// Waits until the task is cancelled, then throws `CancellationError`.
  ///
  ///     $0.server.receive = { try await Task.never() }
  public static func never() async throws -> Success {
    // Nobody writes to this stream. Iterating it ends when the task is cancelled.
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

  /// Yields to other tasks many times, so that those that have begun get as far as they can.
  ///
  /// A test store does this by itself. Call it for work that no store knows of.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<count {
      // At the lowest priority, since a plain yield lets only tasks of this executor run.
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

extension Result where Failure == any Error {
  /// The result of asynchronous work: what it returned or threw.
  ///
  ///     await send(.response(Result { try await api.load(id) }))
  nonisolated(nonsending)
    public init(catching body: () async throws -> Success) async
  {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
