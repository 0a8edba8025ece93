internal import DequeModule

/// The issues that a loop is reporting.
///
/// A handler of issues may raise issues itself, by reading the state of a busy store, say. Such an issue
/// is reported after the handler has returned, not inside it, and only if no equal one was reported since
/// the first: otherwise a handler that makes a mistake each time would be called for ever.
struct IssueQueue {
  private var waiting = Deque<(Issue, in: (any RunningTest)?)>()
  /// What was reported since the first issue, or waits to be.
  private var known: Set<[ExactText?]> = []
  private var isTelling = false

  /// Adds an issue, unless an equal one was reported or waits.
  ///
  /// - Parameter test: the test in which it was raised.
  /// - Returns: true if the caller must report it, and those raised meanwhile, by calling ``next()``.
  mutating func add(_ issue: Issue, in test: (any RunningTest)?) -> Bool {
    guard known.insert(issue.wording).inserted else { return false }
    waiting.append((issue, test))
    if isTelling { return false }
    isTelling = true
    return true
  }

  /// The next issue to be reported, with its test; nil when there are no more.
  mutating func next() -> (Issue, in: (any RunningTest)?)? {
    if let next = waiting.popFirst() { return next }
    isTelling = false
    known.removeAll()
    return nil
  }
}

extension Issue {
  /// Everything that an issue says. Issues with equal wording tell a listener the same.
  var wording: [ExactText?] {
    [code.rawValue, message, label, statePath, actionCase].map { $0.map { ExactText($0) } }
  }
}
