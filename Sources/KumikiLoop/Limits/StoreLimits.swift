public import Synchronization

/// A program's limits for the stores of a loop. Any thread may read and set them.
@usableFromInline
struct StoreLimits: ~Copyable {
  /// The default of `burst`.
  static let standardBurst: UInt64 = 250_000

  @usableFromInline let reportsReentrantSends = Atomic<Bool>(false)
  /// The maximum number of actions in a burst.
  @usableFromInline let burst = Atomic<UInt64>(Self.standardBurst)
  /// The maximum number of running effects in a store.
  @usableFromInline let effects = Atomic<Int>(.max)
  /// The maximum number of observers that C may add to a store.
  let observers = Atomic<Int>(.max)

  init() {}
}
