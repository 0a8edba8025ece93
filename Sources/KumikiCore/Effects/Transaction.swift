/// Data that accompanies a change on its way to the observers.
public struct Transaction: Hashable, Sendable {
  /// The animation of the change in the user interface; nil for none.
  public var animation: Animation?
  /// Whether the user interface should omit its own animations.
  public var disablesAnimations = false

  /// Creates a transaction with or without an animation.
  public init(animation: Animation? = nil) { self.animation = animation }

  /// In an observer, the transaction of the action that caused the change; elsewhere an empty transaction.
  ///
  /// Observers are notified once per burst. If several actions of the burst were sent with a transaction, the last
  /// transaction is used.
  public static var current: Transaction {
    ThreadFrame.current.pointee.transaction as? Transaction ?? Transaction()
  }
}

/// Runs `body` so that observers of its changes receive a transaction.
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  let frame = ThreadFrame.current
  let outer = frame.pointee.transaction
  frame.pointee.transaction = transaction
  defer { frame.pointee.transaction = outer }
  return try body()
}

/// Runs `body` with a transaction, or without one if `transaction` is nil.
func with(_ transaction: Transaction?, _ body: () -> Void) {
  guard let transaction else { return body() }
  withTransaction(transaction, body)
}

/// Runs `body` so that observers of its changes receive an animation.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try withTransaction(Transaction(animation: animation), body)
}

extension Send {
  /// Sends an action so that observers of its changes receive an animation.
  nonisolated(nonsending)
    public func callAsFunction(_ action: Action, animation: Animation?) async
  {
    await self(action, transaction: Transaction(animation: animation))
  }

  /// Sends an action so that observers of its changes receive a transaction.
  nonisolated(nonsending)
    public func callAsFunction(_ action: Action, transaction: Transaction) async
  {
    await callAsFunction(action, with: transaction)
  }
}

extension Effect {
  /// Returns an effect that sends `action` in the same burst, so that observers of its changes receive an animation.
  public static func send(_ action: Action, animation: Animation?) -> Self {
    .send(action).animation(animation)
  }

  /// Returns this effect, with an animation for all its actions.
  public func animation(_ animation: Animation? = .default) -> Self {
    transaction(Transaction(animation: animation))
  }

  /// Returns this effect, with a transaction for all its actions.
  public func transaction(_ transaction: Transaction) -> Self {
    around { effect, acceptance, sink in
      effect.accept(
        acceptance, into: TransactionSink(sink, transaction, acceptance.heldTable))
    }
  }
}

/// Forwards actions with a transaction.
private final class TransactionSink<Action>: EffectSink<Action> {
  private let base: EffectSink<Action>
  private let transaction: Transaction
  /// Not retained, because a sender retains its effect, which retains the table.
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

  override var outer: AnyEffectSink? { base }

  override func check(_ action: Action, by check: AnyObject) throws {
    try base.check(action, by: check)
  }

  override func fail(_ error: any Error, from delivery: Delivery) -> Bool {
    base.fail(error, from: delivery)
  }
}

extension EffectTable {
  /// Sets the transaction for the rest of the current burst.
  fileprivate func note(_ transaction: Transaction) {
    guard loop.stage.callbackDepth > 0 else { return }
    if !burst.isAnimated { burst.outerTransaction = ThreadFrame.current.pointee.transaction }
    burst.isAnimated = true
    ThreadFrame.current.pointee.transaction = transaction
  }

  /// Restores the outer transaction at the end of the burst.
  @usableFromInline
  func endTransaction() {
    burst.isAnimated = false
    ThreadFrame.current.pointee.transaction = burst.outerTransaction
    burst.outerTransaction = nil
  }
}
