// Access from an effect that is being accepted to the state-driven effect that contains it.

extension Acceptance {
  /// The state-driven effect that contains this part; nil for other effects.
  var followed: FollowedEffect? {
    part.isFollowed ? heldScope.with { $0.memory as? FollowedEffect } : nil
  }

  /// The clock of the timers in this part.
  var clock: TimerClock { followed?.clock(of: part) ?? part.clock }

  /// Whether this part was already running or waiting in the restored snapshot.
  var isResumed: Bool {
    guard part.start == .resumed || table.isRestoring, let followed else { return false }
    return followed.wait(of: part) < .max
  }
}

extension EffectEntry {
  /// The record of the state-driven effect that contains this entry, if any.
  package var followed: FollowedEffect? { scope.memory as? FollowedEffect }
}

extension EffectPart {
  /// Sets when the next member of a chain starts, after a member that ended immediately.
  ///
  /// - Parameter passed: when that member's timer ended, if it ended before a restore.
  mutating func begins(after member: EffectPart, _ passed: Int64?, _ effect: FollowedEffect) {
    switch member.start {
    case .new: begins(at: nil)
    case .earlier, .agedOnly: time = max(time, passed ?? time)
    case .resumed: begins(at: effect.ageAtSnapshot)
    }
  }
}
