#if canImport(Testing)
  internal import IssueReporting
  internal import Kumiki
  internal import KumikiTestCore
  internal import Testing

  /// A test of Swift Testing, which attributes failures to a test by the task that reports them.
  final class RunningSwiftTest: RunningTest, @unchecked Sendable {
    private let id: AnyHashable
    /// Receives issues raised by other tasks; a task of the test reports them.
    private let late: AsyncStream<Kumiki.Issue>.Continuation

    /// - Precondition: the caller is the test's own task.
    private init(_ id: AnyHashable) {
      self.id = id
      let (issues, late) = AsyncStream.makeStream(of: Kumiki.Issue.self)
      self.late = late
      // The calling effect, if any, is not retained.
      EffectContext.$current.withValue(nil) {
        _ = Task { for await issue in issues { Self.record(issue) } }
      }
    }

    deinit { late.finish() }

    func fail(_ issue: Kumiki.Issue) {
      if case .swiftTesting(id) = TestIdentity.current {
        Self.record(issue)
      } else {
        late.yield(issue)
      }
    }

    /// Fails the task's test at its declaration, because the place of the mistake is unknown.
    private static func record(_ issue: Kumiki.Issue) {
      guard IssueReporters.areStandard, let test = Test.current else {
        return reportIssue(issue.failure)
      }
      Testing.Issue.record(Comment(rawValue: issue.failure), sourceLocation: test.sourceLocation)
    }

    // MARK: - One for each test

    private struct Known { weak var test: RunningSwiftTest? }

    private static let known = Guarded(UncheckedSendable<[AnyHashable: Known]>([:]))

    /// The object for the calling task's test, by its id. It lives as long as a store made in the test.
    static func of(_ id: AnyHashable) -> RunningSwiftTest {
      let id = UncheckedSendable(id)
      return known.withLock { known in
        if let test = known.value[id.value]?.test { return test }
        let made = RunningSwiftTest(id.value)
        known.value = known.value.filter { $0.value.test != nil }
        known.value[id.value] = Known(test: made)
        return made
      }
    }
  }
#endif
