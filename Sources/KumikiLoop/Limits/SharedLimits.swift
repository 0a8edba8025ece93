internal import Synchronization

/// A host's limits for the items of other threads, and the number of items that are waiting now.
final class SharedLimits: Sendable {
  let actionValues = Atomic<Int>(ValueLimits.standardValues)
  let actionBytes = Atomic<Int>(.max)
  let mostWaiting = Atomic<Int>(.max)
  private let waiting = Atomic<Int>(0)

  /// Reserves a place among the waiting actions; returns false if all places are taken.
  func beginWaiting() -> Bool {
    let most = mostWaiting.load(ordering: .relaxed)
    if waiting.wrappingAdd(1, ordering: .relaxed).newValue <= most { return true }
    endWaiting()
    return false
  }

  func endWaiting() { waiting.wrappingSubtract(1, ordering: .relaxed) }
}

/// The outcome of posting an action to a loop's thread.
package enum PostedAction {
  case accepted
  /// The maximum number of actions is waiting.
  case full
  case closed
}
