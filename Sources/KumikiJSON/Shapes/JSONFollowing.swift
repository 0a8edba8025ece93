/// Whether a reducer has state-driven effects.
package enum JSONFollowing: Comparable, Sendable {
  case none
  /// Only if the recursion around it, or a dynamic reducer's choice, has state-driven effects.
  case perhaps
  case declared
}
