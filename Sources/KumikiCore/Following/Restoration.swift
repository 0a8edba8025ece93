/// The effects of a restored state, while they are being started.
package struct Restoration {
  /// The effects of the snapshot.
  let followed: [FollowedName: RestoredEffect]
  /// The keys of the features around the current feature, outermost first.
  var scopePath: [ScopeKey] = []

  package init(_ followed: [FollowedName: RestoredEffect]) { self.followed = followed }

  /// Returns an effect's data in the snapshot, or nil if the snapshot does not contain the effect.
  ///
  /// - Parameter name: receives the keys of the features around the current feature, and returns the effect's name.
  func effect(_ name: ([ScopeKey]) -> FollowedName) -> RestoredEffect? {
    let name = name(scopePath)
    if let found = followed[name] { return found }
    // For typed state that another process saved.
    guard case .scopePath(let scopePath) = name else { return nil }
    return FollowedName(textsOf: scopePath).flatMap { followed[$0] }
  }
}
