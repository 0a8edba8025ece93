/// The issues of other threads that wait to be reported. Equal issues are only counted, and so are further issues of
/// one kind beyond a limit: whatever another thread repeats, few are kept.
struct PostedIssues {
  /// How many different issues of one kind are kept.
  private static let mostOfKind = 16

  /// A waiting issue, or the first of several that are counted together.
  final class Waiting: @unchecked Sendable {
    fileprivate let issue: Issue
    let test: (any RunningTest)?
    fileprivate let key: Key
    // Guarded by the lock of the loop's inbox.
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
  /// - Returns: The entry that the caller must post; nil if the issue was only counted.
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

  /// Removes a waiting issue, and returns it with its count.
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
