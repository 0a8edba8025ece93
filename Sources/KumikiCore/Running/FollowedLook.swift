/// What was looked at of a feature's own state, while its effects are brought in line with it.
struct FollowedLook {
  /// Where declarations are, and operators whose children may have some.
  var optics: [OpticID] = []
  /// The state is as it was: nothing was looked at.
  var isSkipped = false
  /// The feature is another one than before, so that all in its state counts as new.
  var isNew = false
  /// The recursions that are being looked at on this state.
  var recursions: [ObjectIdentifier] = []

  init(isNew: Bool = false, recursions: [ObjectIdentifier] = []) {
    self.isNew = isNew
    self.recursions = recursions
  }

  /// This and what was looked at in the same node before.
  func merged(with before: Self?) -> Self {
    guard let before else { return self }
    var both = self
    both.optics += before.optics
    both.isSkipped = isSkipped || before.isSkipped
    return both
  }
}
