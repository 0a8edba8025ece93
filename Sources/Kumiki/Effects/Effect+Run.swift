extension Effect {
  /// Runs asynchronous work that may send actions back.
  ///
  ///     return .run { send in
  ///       try await clock.sleep(for: .seconds(1))
  ///       await send(.ticked)
  ///     }
  ///
  /// The body begins at the next dispatch of the store's loop, on the loop's thread, never inside
  /// the send that returned it. Cancelling the effect cancels its task; from then on nothing that it
  /// sends is delivered.
  ///
  /// - Parameter handler: receives an error that the body throws, unless the effect was cancelled or
  ///   the error is a `CancellationError`. Without one such an error is the issue `effect-threw`.
  public static func run(
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    Self(
      node: RunNode(
        RunOperation(
          priority: priority, body: operation, handler: handler, site: Site(fileID, line)),
        DependencyValues.current))
  }
}

struct RunOperation<Action>: Sendable {
  let priority: TaskPriority?
  let body: @Sendable (Send<Action>) async throws -> Void
  let handler: (@Sendable (any Error, Send<Action>) async -> Void)?
  let site: Site
}

private final class RunNode<Action>: EffectNode<Action> {
  let operation: RunOperation<Action>
  let dependencies: DependencyValues

  init(_ operation: RunOperation<Action>, _ dependencies: DependencyValues) {
    self.operation = operation
    self.dependencies = dependencies
  }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    guard !acceptance.isCancelled else { return }
    let entry = TaskEntry(acceptance)
    let send = Send(entry: entry, sink: sink)
    let context = EffectContext(entry: entry, dependencies: dependencies)
    let operation = operation
    // Not at once: an effect that a dispatch brings begins with the next one, after its own burst.
    acceptance.table.loop.nextTurn {
      // Cancelled between acceptance and now: it never begins.
      guard !entry.isFinished else { return }
      entry.task = Task.detached(
        executorPreference: entry.table.loop, priority: operation.priority
      ) {
        guard !entry.isFinished else { return }
        await EffectContext.$current.withValue(context) {
          await operation.perform(send, entry)
        }
        entry.finish()
      }
    }
  }
}

extension RunOperation {
  fileprivate func perform(_ send: Send<Action>, _ entry: TaskEntry) async {
    do {
      try await body(send)
    } catch is CancellationError {
    } catch {
      // Whatever a cancelled effect throws is part of its unwinding.
      guard !entry.isCancelled, !Task.isCancelled else { return }
      if let handler {
        await handler(error, send)
      } else {
        entry.table.loop.report(
          Issue(
            code: .effectThrew, message: "an effect threw \(error) and had no handler for it",
            label: "run at \(site)"))
      }
    }
  }
}

/// A running task.
private final class TaskEntry: EffectEntry, @unchecked Sendable {
  var task: Task<Void, Never>?

  override func stop() {
    task?.cancel()
    task = nil
  }

  override func finish() {
    task = nil
    super.finish()
  }
}
