/// Whether a test's feature may go by the clock of its store, though nobody has set that as a dependency.
package final class UnsetClockUse: Sendable {
  private let tell: @Sendable (_ name: String) -> Void

  /// - Parameter tell: is told of each use, with the dependency's name. On whichever thread that is.
  package init(_ tell: @escaping @Sendable (_ name: String) -> Void) { self.tell = tell }

  fileprivate func note(_ name: String) { tell(name) }
}

extension DependencyValues {
  /// Who is told where a clock is used that nobody has set; nobody, unless a test says so.
  package var unsetClockUse: UnsetClockUse? {
    get { override(UnsetClockUseKey.self) ?? nil }
    set { self[UnsetClockUseKey.self] = newValue }
  }

  /// The clock that stands for one that nobody has set: that of the loop here, if there is one.
  func unsetClock(_ name: String) -> (any Clock<Duration>)? {
    guard let loop = Self.ambientLoop else { return nil }
    let clock = LoopClock(loop: loop)
    guard let use = unsetClockUse else { return clock }
    return UnsetClock(clock: clock, name: name, use: use)
  }
}

private enum UnsetClockUseKey: DependencyKey {
  static var liveValue: UnsetClockUse? { nil }
  static var testValue: UnsetClockUse? { nil }
}

/// A loop's clock, which tells of its use.
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
