/// An effect, under its name in early 2023.
public typealias EffectTask<Action> = Effect<Action>

/// An effect under its earlier name, with a failure type, which is not used.
public typealias EffectPublisher<Action, Failure: Error> = Effect<Action>

extension Effect {
  /// An effect that sends one action immediately: `Effect(value: .loaded)`.
  public init(value action: Action) { self = .send(action) }

  /// Returns the effect itself: there is no publisher to erase.
  public func eraseToEffect() -> Self { self }

  /// Sends the action that asynchronous work returns.
  ///
  /// - Parameters:
  ///   - priority: of the task; it still runs on the loop.
  ///   - operation: the work.
  ///   - handler: makes an action from an error of the work. Without it, errors are treated as in `.run`.
  public static func task(
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable () async throws -> Action,
    catch handler: (@Sendable (_ error: any Error) async -> Action)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    let made: (@Sendable (any Error, Send<Action>) async -> Void)? = handler.map { handler in
      { @Sendable error, send in await send(await handler(error)) }
    }
    return .run(
      priority: priority, operation: { send in await send(try await operation()) }, catch: made,
      fileID: fileID, line: line)
  }

  /// Does asynchronous work that sends nothing. Its errors are ignored.
  public static func fireAndForget(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) -> Self {
    .run(priority: priority, operation: { _ in try? await work() })
  }
}
