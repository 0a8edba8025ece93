/// The derived values of a store that are being computed. A store makes it for its first derived value.
package final class Derivations {
  /// The innermost one.
  @safe @exclusivity(unchecked) var current: DerivedNode?
  /// Whether it began in a burst whose observers were not being notified yet.
  @safe @exclusivity(unchecked) var beganInBurst = false
  /// How many there are, each asked for by the one before.
  @safe @exclusivity(unchecked) var depth = 0
}
