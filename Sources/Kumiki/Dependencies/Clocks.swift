extension DependencyValues {
  /// The clock of the store's loop: real time on a live loop, moved by `advance` on a virtual one.
  public var continuousClock: any Clock<Duration> {
    get { self.override(ContinuousClockKey.self) ?? Self.loopClock ?? ContinuousClock() }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// A clock that stands still while the machine sleeps. In a store it is the loop's clock too, since a
  /// loop has only one.
  public var suspendingClock: any Clock<Duration> {
    get { self.override(SuspendingClockKey.self) ?? Self.loopClock ?? SuspendingClock() }
    set { self[SuspendingClockKey.self] = newValue }
  }

  private static var loopClock: LoopClock? { ambientLoop.map { LoopClock(loop: $0) } }
}

private enum ContinuousClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
}

private enum SuspendingClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { SuspendingClock() }
}
