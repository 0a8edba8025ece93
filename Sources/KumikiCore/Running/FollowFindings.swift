/// The findings of the follow pass about a feature's own state.
struct FollowFindings {
  /// The optics of declarations, and of operators whose children may contain declarations.
  var optics: [OpticID] = []
  /// Whether the state is unchanged and was skipped.
  var isSkipped = false
  /// Whether the feature is a different one than before, so that its whole state counts as new.
  var isNew = false
  /// The recursions that are being visited on this state.
  var recursions: [ObjectIdentifier] = []

  init(isNew: Bool = false, recursions: [ObjectIdentifier] = []) {
    self.isNew = isNew
    self.recursions = recursions
  }

  /// Returns these findings together with the earlier findings in the same node.
  func merged(with before: Self?) -> Self {
    guard let before else { return self }
    var both = self
    both.optics += before.optics
    both.isSkipped = isSkipped || before.isSkipped
    return both
  }
}
