// What an effect that is being accepted knows of the effect around it that follows the state.

extension Acceptance {
  /// The effect that follows the state of which this is a part; nil for other effects.
  var followed: FollowedEffect? {
    part.isFollowed ? heldScope.with { $0.memory as? FollowedEffect } : nil
  }

  /// Whether this had begun, or waited, in the store from which its own is restored.
  var goesOn: Bool {
    guard part.standing == .kept || table.isRestoring, let followed else { return false }
    return followed.wait(of: part) < .max
  }
}

extension EffectEntry {
  /// What it was begun for, if it follows the state.
  package var followed: FollowedEffect? { scope.memory as? FollowedEffect }
}

extension EffectPart {
  /// The link before it ended at once.
  ///
  /// - Parameter passed: when that was over which was over in the link before a restore.
  mutating func begins(after link: EffectPart, _ passed: Int64?, _ effect: FollowedEffect) {
    switch link.standing {
    case .new: begins(at: nil)
    case .earlier, .aged: time = max(time, passed ?? time)
    case .kept: begins(at: effect.ageAtSnapshot)
    }
  }
}
