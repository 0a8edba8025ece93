import Kumiki

extension Effect where Action: Sendable {
  /// Sends `action` once, that many seconds later on the store's clock.
  static func after(seconds: Double, _ action: Action) -> Self {
    .run { send in
      try await sleep(seconds: seconds)
      await send(action)
    }
  }

  /// Sends `action` every second, first after one.
  static func everySecond(_ action: Action) -> Self {
    .run { send in
      while true {
        try await sleep(seconds: 1)
        await send(action)
      }
    }
  }

  /// Never completes; ends only when it is cancelled.
  static var never: Self { .run { _ in try await sleep(seconds: 1e9) } }
}

/// Sleeps on the clock of the effect that this is called in.
func sleep(seconds: Double) async throws {
  @Dependency(\.continuousClock) var clock
  try await clock.sleep(for: .nanoseconds(Int64((seconds * 1e9).rounded())))
}

/// As ``sleep(seconds:)``, but ignores its task's cancellation.
func sleepDeafToCancellation(seconds: Double) async {
  await withCheckedContinuation { continuation in
    Loop.current.schedule(after: UInt64((seconds * 1e9).rounded())) { continuation.resume() }
  }
}

extension Loop {
  /// Runs `work` once `delay` nanoseconds have passed.
  @discardableResult
  func schedule(after delay: UInt64, _ work: @escaping () -> Void) -> LoopTimer {
    schedule(at: deadline(after: delay), work)
  }
}
