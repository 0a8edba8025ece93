/// Reports each use of the store's clock by a feature under test if no clock was set as a dependency.
package final class UnsetClockUse: Sendable {
  private let report: @Sendable (_ name: String) -> Void

  /// - Parameter report: called at each use with the dependency's name, on the thread that uses the clock.
  package init(_ report: @escaping @Sendable (_ name: String) -> Void) { self.report = report }

  fileprivate func note(_ name: String) { report(name) }
}

extension DependencyValues {
  /// The recorder of uses of a clock that was not set; nil unless a test sets it.
  package var unsetClockUse: UnsetClockUse? {
    get { self[own: UnsetClockUse.self] }
    set { self[own: UnsetClockUse.self] = newValue }
  }

  /// The replacement for a clock that was not set: the current loop's clock, or outside of loops the system's.
  ///
  /// In a test each use of the clock is reported, unless it is the clock of a virtual loop, which the test advances.
  func unsetClock(_ name: String, _ system: some Clock<Duration>) -> any Clock<Duration> {
    guard let loop = Self.ambientLoop else {
      return context == .test ? UnsetClock(clock: system, name: name, use: .failure) : system
    }
    let clock = LoopClock(loop: loop)
    let isOfTest = context == .test && loop.kind == .live
    guard let use = unsetClockUse ?? (isOfTest ? .failure : nil) else { return clock }
    return UnsetClock(clock: clock, name: name, use: use)
  }
}

extension UnsetClockUse {
  /// Reports each use as a failure.
  package static let failure = UnsetClockUse { DependencyValues.reportUnimplemented($0) }
}

/// A clock that reports each use.
private struct UnsetClock<Base: Clock<Duration>>: Clock {
  let clock: Base
  let name: String
  let use: UnsetClockUse

  var now: Base.Instant {
    use.note(name)
    return clock.now
  }

  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: Base.Instant, tolerance: Duration?) async throws {
    use.note(name)
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
