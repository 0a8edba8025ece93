#if canImport(Testing)
  internal import IssueReporting
  internal import Kumiki
  internal import KumikiTestCore
  internal import Testing

  /// A test of Swift Testing, which knows its failures by the task that reports them.
  final class RunningSwiftTest: RunningTest, @unchecked Sendable {
    private let id: AnyHashable
    /// Of what other tasks raise: a task of the test's reports it.
    private let late: AsyncStream<Kumiki.Issue>.Continuation

    /// - Precondition: the test's own task calls.
    private init(_ id: AnyHashable) {
      self.id = id
      let (issues, late) = AsyncStream.makeStream(of: Kumiki.Issue.self)
      self.late = late
      // The effect that calls, if any, is not kept for it.
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

    /// Fails the test that the task knows, at its declaration: the place of the mistake nobody knows.
    private static func record(_ issue: Kumiki.Issue) {
      guard IssueReporters.areStandard, let test = Test.current else {
        return reportIssue(issue.failure)
      }
      Testing.Issue.record(Comment(rawValue: issue.failure), sourceLocation: test.sourceLocation)
    }

    // MARK: - One for each test

    private struct Known { weak var test: RunningSwiftTest? }

    private static let known = Guarded(UncheckedSendable<[AnyHashable: Known]>([:]))

    /// That of the test with an id, of which the task calls. It lasts as long as a store that was made in it.
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
