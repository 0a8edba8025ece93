/// Issues reported by code that runs inside steps without knowing them: collections, case paths, paths as state.
package enum StepIssue {
  // In a struct, as in `RunningTests`: a function that a generic one returns is wrapped again at each read.
  private static let reporter = Guarded(Reporter(), in: .sharedValues)

  private struct Reporter {
    var report: (@Sendable (Issue.Code, _ message: String) -> Void)?
  }

  /// Sets the function that reports an issue during a step. The first store calls this.
  package static func report(
    by report: @escaping @Sendable (_ code: Issue.Code, _ message: String) -> Void
  ) {
    reporter.withLock { $0.report = report }
  }

  /// Reports an issue, with the known details of the step that is running on this thread.
  package static func report(_ code: Issue.Code, _ message: String) {
    if let report = reporter.withLock({ $0 }).report { return report(code, message) }
    Loop.reportOutsideAnyLoop(Issue(code: code, message: message))
  }
}
