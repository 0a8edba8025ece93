/// Sends actions from a running effect back to its store.
///
///     await send(.ticked)
///
/// On the loop's thread an action is reduced before the call returns, or buffered if the store is busy. A call from
/// elsewhere (from a task that has left the loop's executor) waits for the loop.
///
/// After every 256 actions that it sends without waiting for anything else, an effect is suspended until the loop's
/// next iteration, so that timers, cancellations and other effects can run.
///
/// `Sendable` because it accesses the store only on the loop's thread: calls from other threads are posted to that
/// thread.
public struct Send<Action>: @unchecked Sendable {
  @usableFromInline let entry: RunEntry<Action>

  /// Sends `action`, unless the effect or the calling task was cancelled.
  ///
  /// If the effect's body has already ended, the action is still delivered, and the issue `send-after-completion` is
  /// reported.
  // On the caller's executor, because switching to another executor and back costs more than the delivery.
  @inlinable
  nonisolated(nonsending) public func callAsFunction(_ action: Action) async {
    guard !Task.isCancelled else { return }
    guard entry.isOnItsThread else { return await deliverThere(action) }
    deliver(action)
    if entry.owesTurn() { await entry.giveTurn() }
  }

  /// Sends `action` in the same way, with a transaction.
  nonisolated(nonsending) func callAsFunction(_ action: Action, with transaction: Transaction) async
  {
    guard !Task.isCancelled else { return }
    guard entry.isOnItsThread else { return await deliverThere(action, transaction) }
    withTransaction(transaction) { deliver(action) }
    if entry.owesTurn() { await entry.giveTurn() }
  }

  /// Sends `action` from another thread and waits for the loop.
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

  /// Runs `body` on the loop's thread. Returns when `body` has run, or when the loop has closed.
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

/// The context of code outside a reducer: the effect that runs the code, if any, and the effect's dependencies.
package struct EffectContext: Sendable {
  let entry: EffectEntry?
  let dependencies: DependencyValues

  @TaskLocal package static var current: EffectContext?
}
