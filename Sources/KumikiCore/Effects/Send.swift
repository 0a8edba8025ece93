/// Feeds actions from a running effect back into its store.
///
///     await send(.ticked)
///
/// On the loop's thread an action is reduced before the call returns, or buffered while the store is
/// busy. Called from elsewhere (a task that left the loop's executor) it waits for the loop.
///
/// An effect that sends many actions without waiting for anything else is suspended until the loop's next turn
/// after each 256 of them, so that timers, cancels and other effects get their turn.
///
/// `Sendable` because it only ever touches the store on the loop's thread: calls from other threads
/// are posted there.
public struct Send<Action>: @unchecked Sendable {
  @usableFromInline let entry: RunEntry<Action>

  /// Sends `action`, unless the effect or the task calling this was cancelled.
  ///
  /// After the effect's body has ended the action is still delivered, and the issue
  /// `send-after-completion` is reported.
  // On the caller's executor: a change to another and back costs more than the delivery.
  @inlinable
  nonisolated(nonsending) public func callAsFunction(_ action: Action) async {
    guard !Task.isCancelled else { return }
    guard entry.isOnItsThread else { return await deliverThere(action) }
    deliver(action)
    if entry.owesTurn() { await entry.giveTurn() }
  }

  /// The same, with a transaction.
  nonisolated(nonsending) func callAsFunction(_ action: Action, with transaction: Transaction) async
  {
    guard !Task.isCancelled else { return }
    guard entry.isOnItsThread else { return await deliverThere(action, transaction) }
    withTransaction(transaction) { deliver(action) }
    if entry.owesTurn() { await entry.giveTurn() }
  }

  /// From another thread: waits for the loop.
  @usableFromInline
  nonisolated(nonsending) func deliverThere(
    _ action: Action, _ transaction: Transaction? = nil
  ) async {
    let delivered = UncheckedSendable(action)
    await entry.onLoop { with(transaction) { deliver(delivered.value) } }
  }

  /// Sends `action` from synchronous code on the loop's thread.
  @usableFromInline
  package func deliver(_ action: Action) {
    guard !entry.isCancelled else { return }
    if entry.isFinished {
      entry.table.report(
        .sendAfterCompletion, "an action was sent after its effect had completed",
        in: entry.scope)
    }
    entry.deliver(action)
  }
}

extension EffectEntry {
  @usableFromInline
  package var isOnItsThread: Bool {
    heldTable.with { $0.loop.isCurrentThread }
  }

  /// Runs `body` on the loop's thread, and returns when it has run, or when the loop has closed.
  nonisolated(nonsending) func onLoop(_ body: @escaping @Sendable () -> Void) async {
    guard let heldTable else { return }
    let loop = heldTable.with { $0.loop }
    if loop.isCurrentThread { return body() }
    await withCheckedContinuation { continuation in
      let end = Resumption(continuation)
      loop.post {
        body()
        end.resume()
      }
    }
  }
}

/// The context of code outside a reducer: the effect that it runs in, if any, and its dependencies.
package struct EffectContext: Sendable {
  let entry: EffectEntry?
  let dependencies: DependencyValues

  @TaskLocal package static var current: EffectContext?
}
