/// Notes when a test's feature uses the clock of its store although nobody has set a clock as a dependency.
package final class UnsetClockUse: Sendable {
  private let tell: @Sendable (_ name: String) -> Void

  /// - Parameter tell: is called at each use with the dependency's name, on the thread of that use.
  package init(_ tell: @escaping @Sendable (_ name: String) -> Void) { self.tell = tell }

  fileprivate func note(_ name: String) { tell(name) }
}

extension DependencyValues {
  /// Notes each use of a clock that nobody has set; nil unless a test sets it.
  package var unsetClockUse: UnsetClockUse? {
    get { self[own: UnsetClockUse.self] }
    set { self[own: UnsetClockUse.self] = newValue }
  }

  /// The clock in place of one that nobody has set: that of the current loop, if there is one.
  func unsetClock(_ name: String) -> (any Clock<Duration>)? {
    guard let loop = Self.ambientLoop else { return nil }
    let clock = LoopClock(loop: loop)
    guard let use = unsetClockUse else { return clock }
    return UnsetClock(clock: clock, name: name, use: use)
  }
}

/// A loop's clock that notes each use.
private struct UnsetClock: Clock {
  let clock: LoopClock
  let name: String
  let use: UnsetClockUse

  var now: LoopClock.Instant {
    use.note(name)
    return clock.now
  }

  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: LoopClock.Instant, tolerance: Duration?) async throws {
    use.note(name)
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
