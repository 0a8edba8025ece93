extension EffectTable {
  /// The effect whose issue is being reported.
  package final var reported: EffectEntry? { issues.effect as? EffectEntry }

  /// Reports an issue of the store to its loop. The issue belongs to the test that created the store, no matter which
  /// test runs the loop.
  ///
  /// - Parameters:
  ///   - effect: the effect that the issue is about, if any.
  ///   - scope: the feature that the issue is about, if known.
  package final func report(
    _ code: Issue.Code, _ message: String, label: String = "", actionCase: String? = nil,
    of effect: EffectEntry? = nil, in scope: ScopeNode? = nil
  ) {
    guard loop.isCurrentThread else {
      let issue = Issue(code: code, message: message, label: label, actionCase: actionCase)
      return loop.report(issue, in: issues.test ?? RunningTests.current)
    }
    // A handler may report another issue.
    let outer = issues.effect
    issues.effect = effect
    defer { issues.effect = outer }
    var issue = Issue(code: code, message: message, label: label, actionCase: actionCase)
    if let scope = scope ?? effect?.scope { issue.statePath = place(of: scope) }
    effectJournal?.note(issue)
    loop.report(issue, in: issues.test ?? RunningTests.current)
  }
  /// Returns the place of a feature; "" in typed state.
  package final func place(of scope: ScopeNode) -> String {
    issues.locate?(scope.upward.compactMap(\.key).reversed()) ?? ""
  }
}
