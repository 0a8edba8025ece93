extension Loop {
  /// Reports an issue to the loop's handler, after the handler has returned from the one before. From
  /// another thread: at the next dispatch.
  package func report(_ issue: Issue) {
    guard isCurrentThread else {
      // Only this loop runs it; a weak reference would make every retain of the loop slower.
      post { [unowned self] in report(issue) }
      return
    }
    guard issues.add(issue) else { return }
    // The handler may release the loop.
    withExtendedLifetime(self) {
      while let issue = issues.next() {
        if let onIssue { onIssue(issue) } else { issue.print() }
      }
    }
  }

  /// Reports an issue of code that runs in no store to the thread's loop, or to standard error.
  package static func reportOutsideAnyLoop(_ issue: Issue) {
    if let loop = existing {
      loop.report(issue)
    } else {
      issue.print()
    }
  }
}

extension Issue {
  /// Writes the issue to standard error, in one piece.
  fileprivate func print() {
    var text = "kumiki: \(code.rawValue): \(message)"
    if !label.isEmpty { text += " [\(label)]" }
    if let actionCase { text += " (action \(actionCase))" }
    System.complain(text + "\n")
  }
}
