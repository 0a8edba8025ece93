/// The derived values of a store that are being computed. A store creates it for its first derived value.
package final class Derivations {
  /// The innermost value that is being computed.
  @safe @exclusivity(unchecked) var current: DerivedNode?
  /// Whether the computation started during a burst, before its observers were notified.
  @safe @exclusivity(unchecked) var beganInBurst = false
  /// The number of nested computations, each requested by the previous one.
  @safe @exclusivity(unchecked) var depth = 0
}
