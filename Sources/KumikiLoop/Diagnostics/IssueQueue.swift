internal import DequeModule

/// The issues that a loop is reporting.
///
/// A handler of issues may raise issues itself, for example by reading the state of a busy store. Such an issue is
/// reported after the handler has returned, not inside it, and only if no equal issue was reported since the first.
/// Otherwise a handler that makes a mistake each time would be called for ever.
struct IssueQueue {
  private var waiting = Deque<(Issue, in: (any RunningTest)?)>()
  /// The issues that were reported since the first one, or are waiting.
  private var known: Set<[ExactText?]> = []
  private var isReporting = false

  /// Adds an issue, unless an equal issue was reported or is waiting.
  ///
  /// - Parameter test: The test that raised the issue.
  /// - Returns: True if the caller must report the issue, and any that are raised during that, by calling ``next()``.
  mutating func add(_ issue: Issue, in test: (any RunningTest)?) -> Bool {
    guard known.insert(issue.wording).inserted else { return false }
    waiting.append((issue, test))
    if isReporting { return false }
    isReporting = true
    return true
  }

  /// Returns the next issue to report, with its test; nil if none is left.
  mutating func next() -> (Issue, in: (any RunningTest)?)? {
    if let next = waiting.popFirst() { return next }
    isReporting = false
    known.removeAll()
    return nil
  }
}

extension Issue {
  /// All strings of an issue. Issues with equal wording give a listener the same information.
  var wording: [ExactText?] {
    [code.rawValue, message, label, statePath, actionCase].map { $0.map { ExactText($0) } }
  }
}
