/// Data that accompanies a change to its observers.
public struct Transaction: Hashable, Sendable {
  /// How a view is to move to the new state; nil for at once.
  public var animation: Animation?
  /// Whether views are to omit their own animations.
  public var disablesAnimations = false

  /// Makes a transaction with an animation, or without one.
  public init(animation: Animation? = nil) { self.animation = animation }

  /// In an observer, the transaction of the action that caused the change; otherwise an empty one.
  ///
  /// Observers are notified once a burst. If several actions in it were sent with a transaction, the last
  /// one counts.
  public static var current: Transaction {
    ThreadFrame.current.pointee.transaction as? Transaction ?? Transaction()
  }
}

/// Runs `body` so that observers of its changes get a transaction.
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  let frame = ThreadFrame.current
  let outer = frame.pointee.transaction
  frame.pointee.transaction = transaction
  defer { frame.pointee.transaction = outer }
  return try body()
}

/// Runs `body` with a transaction, if there is one.
func with(_ transaction: Transaction?, _ body: () -> Void) {
  guard let transaction else { return body() }
  withTransaction(transaction, body)
}

/// Runs `body` so that observers of its changes get an animation.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try withTransaction(Transaction(animation: animation), body)
}

extension Send {
  /// Sends an action so that observers of its changes get an animation.
  nonisolated(nonsending)
    public func callAsFunction(_ action: Action, animation: Animation?) async
  {
    await self(action, transaction: Transaction(animation: animation))
  }

  /// Sends an action so that observers of its changes get a transaction.
  nonisolated(nonsending)
    public func callAsFunction(_ action: Action, transaction: Transaction) async
  {
    await callAsFunction(action, with: transaction)
  }
}

extension Effect {
  /// An effect that sends `action` in the same burst, whose observers get an animation.
  public static func send(_ action: Action, animation: Animation?) -> Self {
    .send(action).animation(animation)
  }

  /// This effect, with an animation for everything that it sends.
  public func animation(_ animation: Animation? = .default) -> Self {
    transaction(Transaction(animation: animation))
  }

  /// This effect, with a transaction for everything that it sends.
  public func transaction(_ transaction: Transaction) -> Self {
    around { effect, acceptance, sink in
      effect.accept(
        acceptance, into: TransactionSink(sink, transaction, acceptance.heldTable))
    }
  }
}

/// Passes actions on with a transaction.
private final class TransactionSink<Action>: EffectSink<Action> {
  private let base: EffectSink<Action>
  private let transaction: Transaction
  /// Not retained: a sender retains its effect, which retains the table.
  private let table: Uncounted<EffectTable>

  init(_ base: EffectSink<Action>, _ transaction: Transaction, _ table: Uncounted<EffectTable>) {
    self.base = base
    self.transaction = transaction
    self.table = table
  }

  override func send(_ action: Action, from delivery: Delivery) {
    // A busy store buffers the action, so its observers are notified at the end of the burst.
    table.with { $0.note(transaction) }
    withTransaction(transaction) { base.send(action, from: delivery) }
  }

  override func fail(_ error: any Error, from delivery: Delivery) -> Bool {
    base.fail(error, from: delivery)
  }
}

extension EffectTable {
  /// Sets the transaction for the rest of a burst that is under way.
  fileprivate func note(_ transaction: Transaction) {
    guard loop.stage.callbackDepth > 0 else { return }
    if !burst.isAnimated { burst.outerTransaction = ThreadFrame.current.pointee.transaction }
    burst.isAnimated = true
    ThreadFrame.current.pointee.transaction = transaction
  }

  /// Called at the end of the burst.
  @usableFromInline
  func endTransaction() {
    burst.isAnimated = false
    ThreadFrame.current.pointee.transaction = burst.outerTransaction
    burst.outerTransaction = nil
  }
}
