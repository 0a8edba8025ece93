/// The derived values of a store that are being computed.
struct Derivations {
  /// The innermost one.
  var current: DerivedNode?
  /// Whether it began in a burst whose observers were not being notified yet.
  var beganInBurst = false
  /// How many there are, each asked for by the one before.
  var depth = 0
}

/// The store of derived values.
package protocol DerivationHome: AnyObject {
  /// The derived value that is being computed.
  var deriving: DerivedNode? { get set }
}
