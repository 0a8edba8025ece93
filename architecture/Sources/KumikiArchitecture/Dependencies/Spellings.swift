public import Kumiki

// Names of the Composable Architecture for things with other names in the engine.

extension DependencyValues {
  /// The same as ``current``.
  public static var _current: Self { current }
}

extension ValueGenerator where Value == StackElementID {
  /// The next id; the same as calling the generator.
  public func next() -> StackElementID { self() }
}

/// The nanoseconds in a second. Dispatch does not define it on Linux.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// The nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// The nanoseconds in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1_000
