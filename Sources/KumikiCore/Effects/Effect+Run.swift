extension Effect {
  /// Runs an asynchronous operation that may send actions back.
  ///
  ///     return .run { send in
  ///       try await clock.sleep(for: .seconds(1))
  ///       await send(.ticked)
  ///     }
  ///
  /// The body starts at the next dispatch of the store's loop, on the loop's thread, and never inside the send that
  /// returned the effect. Cancelling the effect cancels its task; after that none of its actions is delivered.
  ///
  /// - Parameters:
  ///   - priority: the task's priority. The task's executor is the loop in any case.
  ///   - operation: the body, which sends actions with `send`.
  ///   - handler: receives an error that the body throws, unless the effect was cancelled or the error is a
  ///     `CancellationError`. Without a handler, the nearest ``catch(_:)`` around the effect converts the error to an
  ///     action; without a `catch`, the error is reported as the issue `effect-threw`.
  @inlinable
  public static func run(
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    Self(
      untyped: RunEntry(
        priority: priority, body: operation, handler: handler, site: Site(fileID, line)))
  }
}

/// An effect that runs a task.
@usableFromInline
final class RunEntry<Action>: EffectEntry, @unchecked Sendable {
  // The raw value, because its size is known at compile time and the size of `TaskPriority` is not.
  private let priority: TaskPriority.RawValue?
  private let body: @Sendable (Send<Action>) async throws -> Void
  private let handler: (@Sendable (any Error, Send<Action>) async -> Void)?
  private let site: Site
  private let dependencies: DependencyValues
  private var task: Task<Void, Never>?
  /// Whether the body is running and the end of the program waits for it.
  @safe @exclusivity(unchecked) private var isCounted = false
  override var isAwaitedWork: Bool { isCounted }
  /// The number of actions sent during one job of the loop, and the number of that job.
  @safe @exclusivity(unchecked) private var sentInJob: UInt64 = 0
  @safe @exclusivity(unchecked) private var job: UInt64 = 0
  /// The number of actions that the effect may send before it must yield the thread.
  private static var mostSentInJob: UInt64 { 256 }

  @usableFromInline
  init(
    priority: TaskPriority?, body: @escaping @Sendable (Send<Action>) async throws -> Void,
    handler: (@Sendable (any Error, Send<Action>) async -> Void)?, site: Site,
    dependencies: DependencyValues = .current
  ) {
    self.priority = priority?.rawValue
    self.body = body
    self.handler = handler
    self.site = site
    self.dependencies = dependencies
  }

  override func copy() -> EffectEntry {
    RunEntry(
      priority: priority.map(TaskPriority.init(rawValue:)), body: body, handler: handler,
      site: site,
      dependencies: dependencies)
  }

  override func begin() {
    groups?.turn?.enter()
    if isAwaited {
      if table.loop.tally.isCancelled {
        groups?.turn?.leave()
        return drop()
      }
      isCounted = true
      table.loop.tally.awaited += 1
    }
    // Not detached, because in a test the task must inherit the test, so that a failure in the task fails the test.
    task = Task(
      executorPreference: table.loop, priority: priority.map(TaskPriority.init(rawValue:))
    ) { [self] in
      defer { bodyEnded() }
      guard !isFinished else { return }
      let context = EffectContext(entry: self, dependencies: dependencies)
      await EffectContext.$current.withValue(context) {
        do {
          try await body(Send(entry: self))
        } catch is CancellationError {
        } catch {
          await failed(error)
        }
      }
      finish()
    }
  }

  private func bodyEnded() {
    if isCounted {
      isCounted = false
      table.loop.tally.awaited -= 1
    }
    groups?.turn?.leave()
  }

  /// Counts an action sent on the loop's thread. Returns true if the effect has sent enough actions in one job, and
  /// must let other work run.
  @usableFromInline
  func owesTurn() -> Bool {
    heldTable.with { table in
      let running = table.loop.begunJobs
      if job != running {
        job = running
        sentInJob = 0
      }
      sentInJob += 1
      guard sentInJob == Self.mostSentInJob else { return false }
      table.loop.tally.unwaitedSends += sentInJob
      sentInJob = 0
      return true
    }
  }

  /// Suspends until the loop's next iteration.
  @usableFromInline
  nonisolated(nonsending) func giveTurn() async {
    await LoopClock(loop: heldTable.with { $0.loop }).nextTurn()
  }

  private func failed(_ error: any Error) async {
    // An error after a cancellation is a consequence of the cancellation.
    guard !isCancelled, !Task.isCancelled else { return }
    if let handler { return await handler(error, Send(entry: self)) }
    if passOn(error) { return }
    table.report(
      .effectThrew, "an effect threw \(error) and had no handler for it", label: "run at \(site)",
      of: self)
  }

  override package func stop() {
    guard let task = task.take() else { return beginCancelled() }
    task.cancel()
  }

  /// Runs the body in a cancelled task if a store of the main actor is released before the effect has started. In the
  /// Composable Architecture, where a send starts the task, the body's clean-up runs too.
  private func beginCancelled() {
    guard heldTable.with({ $0.isEnded && $0.loop.isMainActors }) else { return }
    let context = EffectContext(entry: self, dependencies: dependencies)
    Task(executorPreference: table.loop, priority: priority.map(TaskPriority.init(rawValue:))) {
      [self] in
      await EffectContext.$current.withValue(context) { try? await body(Send(entry: self)) }
    }.cancel()
  }

  override package func finish() {
    task = nil
    super.finish()
  }
}
