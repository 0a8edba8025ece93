/// Whether effects in a reducer follow the state.
package enum JSONFollowing: Comparable, Sendable {
  case none
  /// If they do in the recursion whose part it is, or in what a reader chooses.
  case perhaps
  case declared
}
