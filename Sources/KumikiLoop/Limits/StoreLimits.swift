public import Synchronization

/// A program's limits for the stores of a loop. Any thread reads and sets them.
@usableFromInline
struct StoreLimits: ~Copyable {
  /// The default of `burst`.
  static let standardBurst: UInt64 = 250_000

  @usableFromInline let reportsReentrantSends = Atomic<Bool>(false)
  /// How many actions a burst may have.
  @usableFromInline let burst = Atomic<UInt64>(Self.standardBurst)
  /// How many effects of a store may be in flight.
  @usableFromInline let effects = Atomic<Int>(.max)
  /// How many observers a store may have that C asked for.
  let observers = Atomic<Int>(.max)

  init() {}
}
