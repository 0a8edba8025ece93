/// The maximum size of a state or an action of a feature in C.
package struct ValueLimits: Sendable {
  /// The default of `values`, and its upper bound.
  static let standardValues = 10_000_000

  /// The number of values. A shared value counts each time.
  package var values = Self.standardValues
  /// The number of bytes in strings and keys.
  package var bytes = Int.max

  package static let standard = ValueLimits()
}

/// A program's settings for the stores of a loop that only the loop's thread uses.
package struct OwnLimits {
  package internal(set) var states = ValueLimits()
  package internal(set) var actions = ValueLimits()
  /// Called during a burst. Ends the burst by returning true.
  var interrupt: (() -> Bool)?
}
