extension Loop {
  /// Tells whoever listens to this loop of an issue, once nobody is being told of another. From another
  /// thread: at the next dispatch.
  package func report(_ issue: Issue) {
    guard isCurrentThread else {
      // Run by this loop or by nobody; a weak reference would make every retain of it slower.
      post { [unowned self] in report(issue) }
      return
    }
    guard issues.add(issue) else { return }
    // Who is told may give up the loop.
    withExtendedLifetime(self) {
      while let issue = issues.next() {
        if let onIssue { onIssue(issue) } else { issue.print() }
      }
    }
  }

  /// For an issue of code that runs in no store: the thread's loop hears of it if there is one.
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
