extension Loop {
  /// Reports an issue to the loop's handler, once the handler has returned from the previous one. From another thread,
  /// reports at the next dispatch. Without a handler, the issue fails the running test or goes to standard error.
  package func report(_ issue: Issue) { report(issue, in: RunningTests.ofCaller) }

  /// - Parameter test: The test that raised the issue.
  package func report(_ issue: Issue, in test: (any RunningTest)?) {
    guard isCurrentThread else { return post(issue, in: test) }
    guard issues.queue.add(issue, in: test) else { return }
    // The handler may release the loop.
    withExtendedLifetime(self) {
      while let (issue, test) = issues.queue.next() {
        if let handler = issues.handler { handler(issue) } else { issue.deliver(to: test) }
      }
    }
  }

  /// Reports an issue at the next dispatch. An issue that another thread repeats takes no additional memory.
  private func post(_ issue: Issue, in test: (any RunningTest)?) {
    guard inbox.isOurs, let waiting = inbox.issues.withLock({ $0.add(issue, in: test) }) else {
      return
    }
    // Unowned, since only this loop runs it. A weak reference would make every retain of the loop slower.
    let isPosted = post { [unowned self] in
      let issue = inbox.issues.withLock { $0.take(waiting) }
      report(issue, in: waiting.test)
    }
    // The loop has closed, and its handler is gone.
    if !isPosted { inbox.issues.withLock { $0.take(waiting) }.deliver(to: waiting.test) }
  }

  /// Reports an issue of code that runs in no store: to the thread's loop, else to the running test, else to standard
  /// error.
  package static func reportOutsideAnyLoop(_ issue: Issue) {
    if let loop = existing {
      loop.report(issue)
    } else {
      issue.deliver(to: RunningTests.ofCaller)
    }
  }
}

extension Issue {
  /// Fails a test, or else writes the issue to standard error in one piece.
  fileprivate func deliver(to test: (any RunningTest)?) {
    if let test { return test.fail(self) }
    var text = "kumiki: \(code.rawValue): "
    if !statePath.isEmpty { text += "at \(statePath.onOneLine): " }
    text += message
    if !label.isEmpty { text += " [\(label)]" }
    if let actionCase { text += " (action \(actionCase))" }
    System.complain(text + "\n")
  }
}
