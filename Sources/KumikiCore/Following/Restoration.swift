/// The effects of a restored state, while they begin.
package struct Restoration {
  /// The effects of the snapshot.
  let followed: [FollowedName: RestoredEffect]
  /// The keys of the features around that which is looked at, the outermost first.
  var way: [ScopeKey] = []

  package init(_ followed: [FollowedName: RestoredEffect]) { self.followed = followed }

  /// What an effect was in the snapshot; nil if it was not there.
  ///
  /// - Parameter name: is given the keys of the features around that which is looked at.
  func effect(_ name: ([ScopeKey]) -> FollowedName) -> RestoredEffect? {
    let name = name(way)
    if let found = followed[name] { return found }
    // What another process has saved of typed state.
    guard case .way(let way) = name else { return nil }
    return FollowedName(textsOf: way).flatMap { followed[$0] }
  }
}
