extension ReduceContext {
  /// Reports that the current action does not match, or is not allowed, and is dropped. Notifies the effect that sent
  /// it.
  ///
  /// - Parameters:
  ///   - error: the error that the effect's code receives.
  ///   - code: the issue to raise: `action-misfit` or `private-case`.
  /// - Returns: the effect that the step must return.
  package static func refuse<Action>(
    _ error: any Error, _ message: String, label: String, statePath: String? = nil,
    part: IssuePart = .unknown, code: Issue.Code = .actionMisfit
  ) -> Effect<Action> {
    let core = current?.pointee.core
    let sender = core?.refusedSender
    let whose = sender.map { "; \($0.name) has sent it" } ?? ""
    report(
      code, "\(message); the action was dropped\(whose)", label: label,
      statePath: statePath, part: part)
    guard let core, let sender else { return .none }
    let source = core.burst.source
    if source.isDirect {
      (core.sender as? DirectEntry)?.refusal = error
      return .none
    }
    // The action of a `catch` would call the same `catch` again, without end.
    if source.isCaught { return .none }
    // After the step, like any error of an effect.
    let what = code == .privateCase ? "is not allowed" : "does not fit"
    return .atAcceptance { _, _ in
      sender.deliver(ActionRefused(description: "an action \(what): \(message)"))
    }
  }
}
