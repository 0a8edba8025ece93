internal import Glibc

extension Loop {
  /// Hands an issue to the loop's handler; without one it is written to stderr.
  package func report(_ issue: Issue) {
    if let issueHandler { issueHandler(issue) } else { Self.print(issue) }
  }

  /// For issues raised where no loop is known: they are written to stderr.
  static func reportOutsideAnyLoop(_ issue: Issue) { print(issue) }

  /// Calls `handler` with every issue of this loop's stores, instead of writing it to stderr.
  public func onIssue(_ handler: ((Issue) -> Void)?) { issueHandler = handler }

  /// Schedules work `delay` nanoseconds from now; a delay past the end of time is the end of time.
  package func schedule(after delay: UInt64, _ work: @escaping () -> Void) -> LoopTimer {
    let (deadline, overflow) = now.addingReportingOverflow(delay)
    return schedule(at: overflow ? .max : deadline, work)
  }

  private static func print(_ issue: Issue) {
    var line = "kumiki: \(issue.code.rawValue): \(issue.message)"
    if !issue.label.isEmpty { line += " [\(issue.label)]" }
    if let action = issue.actionCase { line += " (action \(action))" }
    line += "\n"
    line.withUTF8 { bytes in
      // A report that cannot be written has nowhere else to go.
      _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
