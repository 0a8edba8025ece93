/// What goes with a change to those who show it.
public struct Transaction: Hashable, Sendable {
  /// How a view is to move to the new state; nil: at once.
  public var animation: Animation?
  /// Whether views are to leave out animations of their own.
  public var disablesAnimations = false

  /// A transaction with an animation, or none.
  public init(animation: Animation? = nil) { self.animation = animation }

  /// What the action was sent with whose change is being told; without anything outside of that.
  ///
  /// Observers are told once a burst: of several actions in it that were sent with a transaction the last
  /// one counts.
  public static var current: Transaction {
    ThreadFrame.current.pointee.transaction ?? Transaction()
  }
}

/// Runs `body` so that changes made in it are told with a transaction.
public func withTransaction<Result>(
  _ transaction: Transaction, _ body: () throws -> Result
) rethrows -> Result {
  let frame = ThreadFrame.current
  let outer = frame.pointee.transaction
  frame.pointee.transaction = transaction
  defer { frame.pointee.transaction = outer }
  return try body()
}

/// Runs `body` so that changes made in it are told with an animation.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try withTransaction(Transaction(animation: animation), body)
}

extension Store {
  /// Sends an action whose changes are told with an animation.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask {
    send(action, transaction: Transaction(animation: animation))
  }

  /// Sends an action whose changes are told with a transaction.
  @discardableResult
  public func send(_ action: Action, transaction: Transaction) -> StoreTask {
    withTransaction(transaction) { send(action) }
  }
}

extension Send {
  /// Sends an action whose changes are told with an animation.
  nonisolated(nonsending)
    public func callAsFunction(_ action: Action, animation: Animation?) async
  {
    await self(action, transaction: Transaction(animation: animation))
  }

  /// Sends an action whose changes are told with a transaction.
  nonisolated(nonsending)
    public func callAsFunction(_ action: Action, transaction: Transaction) async
  {
    guard !Task.isCancelled else { return }
    if entry.isOnItsThread {
      withTransaction(transaction) { deliver(action) }
    } else {
      await deliverThere(action, transaction)
    }
  }
}

extension Effect {
  /// An effect that hands `action` to the store in the same burst, which is told with an animation.
  public static func send(_ action: Action, animation: Animation?) -> Self {
    .send(action).animation(animation)
  }

  /// This effect, with all that it sends told with an animation.
  public func animation(_ animation: Animation? = .default) -> Self {
    transaction(Transaction(animation: animation))
  }

  /// This effect, with all that it sends told with a transaction.
  public func transaction(_ transaction: Transaction) -> Self {
    around { effect, acceptance, sink in
      effect.accept(
        acceptance, into: TransactionSink(sink, transaction, acceptance.heldTable))
    }
  }
}

/// Sends actions on with a transaction.
private final class TransactionSink<Action>: EffectSink<Action> {
  private let base: EffectSink<Action>
  private let transaction: Transaction
  /// Not kept: whoever sends holds its effect, and that the table.
  private let table: Uncounted<EffectTable>

  init(_ base: EffectSink<Action>, _ transaction: Transaction, _ table: Uncounted<EffectTable>) {
    self.base = base
    self.transaction = transaction
    self.table = table
  }

  override func send(_ action: Action, from delivery: Delivery) {
    // A store that is busy buffers the action: it is told at the end of the burst.
    table.with { $0.note(transaction) }
    withTransaction(transaction) { base.send(action, from: delivery) }
  }

  override func fail(_ error: any Error, from delivery: Delivery) -> Bool {
    base.fail(error, from: delivery)
  }
}

extension EffectTable {
  /// Has the rest of a burst that is under way told with a transaction.
  fileprivate func note(_ transaction: Transaction) {
    guard loop.callbackDepth > 0 else { return }
    if !isAnimated { outerTransaction = ThreadFrame.current.pointee.transaction }
    isAnimated = true
    ThreadFrame.current.pointee.transaction = transaction
  }

  /// The burst is over.
  @usableFromInline
  func endTransaction() {
    isAnimated = false
    ThreadFrame.current.pointee.transaction = outerTransaction
    outerTransaction = nil
  }
}
