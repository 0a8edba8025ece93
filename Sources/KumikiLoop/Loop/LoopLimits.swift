internal import Synchronization

/// The limits that a host sets to what other threads hand over, and how much that is now.
final class LoopLimits: Sendable {
  let actionValues = Atomic<Int>(Loop.standardValueLimit)
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

  /// ``actionValueLimit`` for other threads.
  package var sharedActionValueLimit: Int { inbox.limits.actionValues.load(ordering: .relaxed) }

  /// Tells other threads ``actionValueLimit``.
  func shareActionValueLimit() {
    inbox.limits.actionValues.store(actionValueLimit, ordering: .relaxed)
  }

  /// Runs `work`, which sends an action, as ``post(_:)`` does, unless too many of its kind wait. Any thread.
  package func postAction(_ work: @escaping @Sendable () -> Void) -> PostedAction {
    let limits = inbox.limits
    guard limits.beginWaiting() else { return isClosed ? .closed : .full }
    let isAccepted = post {
      limits.endWaiting()
      work()
    }
    if !isAccepted { limits.endWaiting() }
    return isAccepted ? .accepted : .closed
  }
}
