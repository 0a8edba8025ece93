/// The features that a follow pass visits, by the keys that lead to them: all that are present after the state or the
/// reducer was replaced.
final class FollowedFeatures {
  private(set) var found: Set<[ScopeKey]> = []
  private var path: [ScopeKey] = []

  func enter(_ key: ScopeKey) {
    path.append(key)
    found.insert(path)
  }

  func leave() { path.removeLast() }
}
