internal import Synchronization

/// How large a state or an action of a feature in C may be.
package struct ValueLimits: Sendable {
  /// Values, shared ones counted each time.
  package var values = Loop.standardValueLimit
  /// Bytes of its texts and keys.
  package var bytes = Int.max

  package static let standard = ValueLimits()
}

/// The limits that a host sets to what other threads hand over, and how much that is now.
final class LoopLimits: Sendable {
  let actionValues = Atomic<Int>(Loop.standardValueLimit)
  let actionBytes = Atomic<Int>(.max)
  let mostWaiting = Atomic<Int>(.max)
  private let waiting = Atomic<Int>(0)

  /// Takes a place among the waiting actions; false if there is none.
  func beginWaiting() -> Bool {
    let most = mostWaiting.load(ordering: .relaxed)
    if waiting.wrappingAdd(1, ordering: .relaxed).newValue <= most { return true }
    endWaiting()
    return false
  }

  func endWaiting() { waiting.wrappingSubtract(1, ordering: .relaxed) }
}

/// What has become of an action that was handed over for a loop's thread.
package enum PostedAction {
  case accepted
  /// As many wait as may.
  case full
  case closed
}

extension Loop {
  /// How many actions of other threads may wait to be reduced, in all stores of this loop.
  public var waitingActionLimit: Int {
    get { inbox.limits.mostWaiting.load(ordering: .relaxed) }
    set { inbox.limits.mostWaiting.store(max(newValue, 1), ordering: .relaxed) }
  }

  /// The greatest number of values in the state of a feature in C, shared ones counted each time: of stores that
  /// are made from now on.
  public var stateValueLimit: Int {
    get { isCurrentThread ? stateLimits.values : Self.standardValueLimit }
    set { if mayBeSet("stateValueLimit") { stateLimits.values = newValue } }
  }

  /// The greatest number of bytes in the texts and keys of the state of a feature in C: of stores that are made from
  /// now on.
  public var stateByteLimit: Int {
    get { isCurrentThread ? stateLimits.bytes : .max }
    set { if mayBeSet("stateByteLimit") { stateLimits.bytes = newValue } }
  }

  /// The greatest number of values in an action of a feature in C.
  public var actionValueLimit: Int {
    get { isCurrentThread ? actionLimits.values : sharedActionLimits.values }
    set { if mayBeSet("actionValueLimit") { actionLimits.values = newValue } }
  }

  /// The greatest number of bytes in the texts and keys of an action of a feature in C.
  public var actionByteLimit: Int {
    get { isCurrentThread ? actionLimits.bytes : sharedActionLimits.bytes }
    set { if mayBeSet("actionByteLimit") { actionLimits.bytes = newValue } }
  }

  /// ``actionLimits`` for other threads.
  package var sharedActionLimits: ValueLimits {
    let limits = inbox.limits
    return ValueLimits(
      values: limits.actionValues.load(ordering: .relaxed),
      bytes: limits.actionBytes.load(ordering: .relaxed))
  }

  /// Tells other threads ``actionLimits``.
  func shareActionLimits() {
    inbox.limits.actionValues.store(actionLimits.values, ordering: .relaxed)
    inbox.limits.actionBytes.store(actionLimits.bytes, ordering: .relaxed)
  }

  /// Runs `work`, which sends an action, as ``post(_:)`` does, unless too many of its kind wait. Any thread.
  ///
  /// - Parameter owner: whose latest work keeps the values that it has, so that this comes behind them. One that
  ///   is refused settles nothing: otherwise each refusal would let one more of a key wait.
  package func postAction(
    of owner: AnyObject & Sendable, _ work: @escaping @Sendable () -> Void
  ) -> PostedAction {
    let limits = inbox.limits
    guard limits.beginWaiting() else { return isClosed ? .closed : .full }
    settleLatest(of: owner)
    let isAccepted = post {
      limits.endWaiting()
      work()
    }
    if !isAccepted { limits.endWaiting() }
    return isAccepted ? .accepted : .closed
  }
}
