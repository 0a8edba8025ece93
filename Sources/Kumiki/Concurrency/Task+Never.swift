extension Task where Failure == Never {
  /// Waits until the task is cancelled, and throws `CancellationError` then.
  ///
  ///     $0.server.receive = { try await Task.never() }
  public static func never() async throws -> Success {
    // A stream into which nobody writes. Iterating it ends with the task.
    for await value in AsyncStream<Success>.never { return value }
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled, and throws `CancellationError` then.
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }

  /// Lets other tasks go on, many times, so that those that have begun get as far as they can.
  ///
  /// A test store does this by itself; it is for work that no store knows of.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<count {
      // By way of the lowest priority, since a plain yield lets only tasks of this executor go on.
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

extension Task {
  /// The task's value. Where whoever waits for it is cancelled, so is the task.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == Never {
  /// The task's value. Where whoever waits for it is cancelled, so is the task.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Result where Failure == any Error {
  /// What asynchronous work returned or threw.
  ///
  ///     await send(.response(Result { try await api.load(id) }))
  nonisolated(nonsending)
    public init(catching body: () async throws -> Success) async
  {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
