public import Kumiki

extension LoopClock.Instant {
  /// The instant at an offset from the clock's start.
  public init(offset: Duration = .zero) { self.init(nanoseconds: offset.wholeNanoseconds) }

  /// The offset from the clock's start.
  public var offset: Duration { .nanoseconds(Int128(nanoseconds)) }
}
