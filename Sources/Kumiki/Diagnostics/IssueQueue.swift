internal import DequeModule

/// The issues of a loop that are being told.
///
/// Who hears of an issue may make mistakes of his own: he asks for the state of the store that is at work,
/// say. That is an issue too. It is told when he has returned, not inside of him, and what he has heard
/// since the first one he does not hear again: else each answer would be the next issue, for ever.
struct IssueQueue {
  private var waiting = Deque<Issue>()
  /// What was told since the first, or waits.
  private var known: Set<Issue.Wording> = []
  private var isTelling = false

  /// Takes an issue in, unless it is known.
  ///
  /// - Returns: true where the caller is to tell it, and what comes up meanwhile, with ``next()``.
  mutating func add(_ issue: Issue) -> Bool {
    guard known.insert(issue.wording).inserted else { return false }
    waiting.append(issue)
    if isTelling { return false }
    isTelling = true
    return true
  }

  /// The one to be told now; nil when all have been.
  mutating func next() -> Issue? {
    if let issue = waiting.popFirst() { return issue }
    isTelling = false
    known.removeAll()
    return nil
  }
}

extension Issue {
  /// All that an issue says: two of one wording tell a listener the same.
  fileprivate struct Wording: Hashable {
    let code: Code
    let texts: [String?]
  }

  fileprivate var wording: Wording {
    Wording(code: code, texts: [message, label, statePath, actionCase])
  }
}
