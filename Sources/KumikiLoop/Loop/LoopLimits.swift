public import Synchronization

/// What a host allows the stores of a loop, beside ``Loop/burstLimit``.
///
/// An object of its own, since other threads look at it too. A change counts from the next use on.
public final class LoopLimits: Sendable {
  /// The greatest number of values in a state of JSON, shared ones counted each time.
  public static let standardValues = 10_000_000

  private let state = Atomic<Int>(LoopLimits.standardValues)
  private let action = Atomic<Int>(LoopLimits.standardValues)
  private let mostWaiting = Atomic<Int>(.max)
  private let waiting = Atomic<Int>(0)

  /// The greatest number of values in the state of a store; at most ``standardValues``.
  public var stateValues: Int {
    get { state.load(ordering: .relaxed) }
    set { state.store(min(max(newValue, 1), Self.standardValues), ordering: .relaxed) }
  }

  /// The greatest number of values in an action from outside; at most ``standardValues``.
  public var actionValues: Int {
    get { action.load(ordering: .relaxed) }
    set { action.store(min(max(newValue, 1), Self.standardValues), ordering: .relaxed) }
  }

  /// How many actions of other threads may wait to be reduced.
  public var waitingActions: Int {
    get { mostWaiting.load(ordering: .relaxed) }
    set { mostWaiting.store(max(newValue, 1), ordering: .relaxed) }
  }

  /// Takes a place among the waiting actions; false if there is none.
  func beginWaiting() -> Bool {
    if waiting.wrappingAdd(1, ordering: .relaxed).newValue <= waitingActions { return true }
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
  /// What a host allows the stores of this loop. Any thread.
  public var limits: LoopLimits { inbox.limits }

  /// Runs `work`, which sends an action, as ``post(_:)`` does, unless too many of its kind wait. Any thread.
  package func postAction(_ work: @escaping @Sendable () -> Void) -> PostedAction {
    guard limits.beginWaiting() else { return isClosed ? .closed : .full }
    let limits = limits
    let isAccepted = post {
      limits.endWaiting()
      work()
    }
    if !isAccepted { limits.endWaiting() }
    return isAccepted ? .accepted : .closed
  }
}
