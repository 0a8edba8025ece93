internal import Synchronization

/// The limits that a host sets to what other threads hand over, and how much that is now.
final class SharedLimits: Sendable {
  let actionValues = Atomic<Int>(ValueLimits.standardValues)
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
