extension DependencyValues {
  /// The clock of the store's loop: real time on a live loop, moved by `advance` on a virtual one.
  ///
  /// A test must set it, or move the clock of its store with `advance`. Otherwise using it fails the test.
  public var continuousClock: any Clock<Duration> {
    get { override(ContinuousClockKey.self) ?? unsetClock("continuousClock", ContinuousClock()) }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// A clock that stands still while the machine sleeps. In a store it is the loop's clock too, since a
  /// loop has only one.
  public var suspendingClock: any Clock<Duration> {
    get { override(SuspendingClockKey.self) ?? unsetClock("suspendingClock", SuspendingClock()) }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

private enum ContinuousClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
}

private enum SuspendingClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { SuspendingClock() }
}
