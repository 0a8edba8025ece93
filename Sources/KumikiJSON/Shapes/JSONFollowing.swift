/// Whether a reducer has state-driven effects.
package enum JSONFollowing: Comparable, Sendable {
  case none
  /// Only if the recursion that it belongs to, or the reducer that a dynamic reducer chooses, has state-driven
  /// effects.
  case perhaps
  case declared
}
