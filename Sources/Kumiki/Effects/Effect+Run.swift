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
  @inlinable
  public static func run(
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    Self(
      node: RunNode(
        priority: priority, body: operation, handler: handler, site: Site(fileID, line)))
  }
}

/// Shared by the tasks that it leads to; all of it is set when it is made.
@usableFromInline
final class RunNode<Action>: EffectNode<Action>, TaskWork, @unchecked Sendable {
  // As a number, whose size is known here: the type's is not.
  private let priority: TaskPriority.RawValue?
  private let body: @Sendable (Send<Action>) async throws -> Void
  private let handler: (@Sendable (any Error, Send<Action>) async -> Void)?
  private let site: Site
  private let dependencies: DependencyValues

  @usableFromInline
  init(
    priority: TaskPriority?, body: @escaping @Sendable (Send<Action>) async throws -> Void,
    handler: (@Sendable (any Error, Send<Action>) async -> Void)?, site: Site
  ) {
    self.priority = priority?.rawValue
    self.body = body
    self.handler = handler
    self.site = site
    dependencies = .current
  }

  override package func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    guard !acceptance.isCancelled else { return }
    // Not at once: an effect that a dispatch brings begins with the next one, after its own burst.
    let entry = TaskEntry(acceptance)
    entry.sink = sink
    entry.work = self
    entry.beginSoon()
  }

  func begin(_ entry: TaskEntry) -> Task<Void, Never> {
    Task.detached(
      executorPreference: entry.table.loop, priority: priority.map(TaskPriority.init(rawValue:))
    ) { [self] in
      guard !entry.isFinished else { return }
      let context = EffectContext(entry: entry, dependencies: dependencies)
      await EffectContext.$current.withValue(context) {
        let send = Send(entry: entry, sink: unsafeDowncast(entry.sink, to: EffectSink<Action>.self))
        do {
          try await body(send)
        } catch is CancellationError {
        } catch {
          await failed(error, entry, send)
        }
      }
      entry.finish()
    }
  }

  private func failed(_ error: any Error, _ entry: TaskEntry, _ send: Send<Action>) async {
    // Whatever a cancelled effect throws is part of its unwinding.
    guard !entry.isCancelled, !Task.isCancelled else { return }
    if let handler { return await handler(error, send) }
    entry.table.loop.report(
      Issue(
        code: .effectThrew, message: "an effect threw \(error) and had no handler for it",
        label: "run at \(site)"))
  }
}

/// Makes the task of an effect.
protocol TaskWork: AnyObject {
  func begin(_ entry: TaskEntry) -> Task<Void, Never>
}

/// A running task.
final class TaskEntry: EffectEntry, @unchecked Sendable {
  /// An `EffectSink` for the actions of the effect: its node knows of which type.
  @exclusivity(unchecked) fileprivate var sink: AnyObject!
  @exclusivity(unchecked) fileprivate var work: (any TaskWork)?
  @exclusivity(unchecked) private var task: Task<Void, Never>?

  override func begin() {
    let work = work
    self.work = nil
    // Cancelled between acceptance and now: it never begins.
    if !isFinished { task = work?.begin(self) }
  }

  override package func stop() {
    task?.cancel()
    task = nil
  }

  override package func finish() {
    task = nil
    super.finish()
  }
}
