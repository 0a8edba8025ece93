public import Kumiki

extension LoopClock.Instant {
  /// The moment this long after the clock's beginning.
  public init(offset: Duration = .zero) { self.init(nanoseconds: offset.wholeNanoseconds) }

  /// The time since the clock's beginning.
  public var offset: Duration { .nanoseconds(Int128(nanoseconds)) }
}
