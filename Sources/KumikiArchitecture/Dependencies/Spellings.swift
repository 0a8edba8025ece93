public import Kumiki

// What files of the Composable Architecture write for what the engine names otherwise.

extension DependencyValues {
  /// The same as ``current``.
  public static var _current: Self { current }
}

extension ValueGenerator where Value == StackElementID {
  /// The next id, as by a call.
  public func next() -> StackElementID { self() }
}

/// How many nanoseconds a second has, which Dispatch does not say on Linux.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// How many nanoseconds a thousandth of a second has.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// How many nanoseconds a millionth of a second has.
public let NSEC_PER_USEC: UInt64 = 1_000
