/// How large a state or an action of a feature in C may be.
package struct ValueLimits: Sendable {
  /// The default and the bound of `values`.
  static let standardValues = 10_000_000

  /// Values, shared ones counted each time.
  package var values = Self.standardValues
  /// Bytes of its texts and keys.
  package var bytes = Int.max

  package static let standard = ValueLimits()
}

/// A program's settings for the stores of a loop that only the loop's thread uses.
package struct OwnLimits {
  package internal(set) var states = ValueLimits()
  package internal(set) var actions = ValueLimits()
  /// Called during a burst; ends it by returning true.
  var interrupt: (() -> Bool)?
}
