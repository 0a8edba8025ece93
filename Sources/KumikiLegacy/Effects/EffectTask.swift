/// An effect, by its name in early 2023.
public typealias EffectTask<Action> = Effect<Action>

/// An effect by the name that says what it cannot do: fail.
public typealias EffectPublisher<Action, Failure: Error> = Effect<Action>

extension Effect {
  /// An effect that sends one action at once: `Effect(value: .loaded)`.
  public init(value action: Action) { self = .send(action) }

  /// The effect itself: there is no publisher that would have to be erased.
  public func eraseToEffect() -> Self { self }

  /// Sends the action that asynchronous work answers.
  ///
  /// - Parameters:
  ///   - priority: of the task; its executor is the loop all the same.
  ///   - operation: the work.
  ///   - handler: makes an action of an error of the work. Without it the error goes the way of one of
  ///     `.run`.
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

  /// Does asynchronous work that sends nothing. What it throws is of no interest.
  public static func fireAndForget(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) -> Self {
    .run(priority: priority, operation: { _ in try? await work() })
  }
}
