/// The issues of other threads that wait to be reported. Equal ones are counted, and so are those beyond some of one kind:
/// whatever another thread may repeat, few are kept.
struct PostedIssues {
  /// How many different ones of a kind are kept.
  private static let mostOfKind = 16

  /// An issue that waits, or the first of several that are counted together.
  final class Waiting: @unchecked Sendable {
    fileprivate let issue: Issue
    let test: (any RunningTest)?
    fileprivate let key: Key
    // Behind the lock of the loop's inbox.
    fileprivate var count = 1

    fileprivate init(_ issue: Issue, in test: (any RunningTest)?, _ key: Key) {
      (self.issue, self.test, self.key) = (issue, test, key)
    }
  }

  fileprivate enum Key: Hashable {
    case equal([ExactText?])
    case further(Issue.Code)
  }

  private var waiting: [Key: Waiting] = [:]
  private var ofKind: [Issue.Code: Int] = [:]

  /// Adds an issue.
  ///
  /// - Returns: what the caller has to hand over; nil if the issue was counted.
  mutating func add(_ issue: Issue, in test: (any RunningTest)?) -> Waiting? {
    var key = Key.equal(issue.wording)
    if waiting[key] == nil, ofKind[issue.code, default: 0] >= Self.mostOfKind {
      key = .further(issue.code)
    }
    if let known = waiting[key] {
      known.count += 1
      return nil
    }
    let made = Waiting(issue, in: test, key)
    waiting[key] = made
    ofKind[issue.code, default: 0] += 1
    return made
  }

  /// Takes out what waited, with how often it was.
  mutating func take(_ taken: Waiting) -> Issue {
    waiting[taken.key] = nil
    ofKind[taken.issue.code, default: 1] -= 1
    var issue = taken.issue
    if taken.count > 1 {
      let more =
        if case .further = taken.key { "and \(taken.count - 1) more of this kind" } else {
          "\(taken.count) times"
        }
      issue.message += " (\(more))"
    }
    return issue
  }
}
