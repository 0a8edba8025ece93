internal import Kumiki
internal import KumikiTestCore
internal import IssueReporting

#if canImport(XCTest)
  internal import XCTest

  /// The tests of XCTest, which run one after another.
  final class XCTestTurns: XCTestObservation, RunningTest, @unchecked Sendable {
    private struct Turns {
      var number = 0
      /// The running test, preceded by the tests that started it.
      var running: [XCTestCase] = []
    }

    // A test begins and ends on one thread, but its stores may be used on others.
    private let turns = UncheckedSendable(Guarded(Turns()))

    private static let shared = XCTestTurns()

    /// Observes every test, including the first.
    static func follow() { XCTestObservationCenter.shared.addTestObserver(shared) }

    /// The number of tests that have begun.
    static var number: Int? { shared.turns.value.withLock(\.number) }

    /// The running test, for failures; nil if none is running.
    static var running: (any RunningTest)? { shared.latest == nil ? nil : shared }

    private var latest: XCTestCase? { turns.value.withLock(\.running.last) }

    func testCaseWillStart(_ testCase: XCTestCase) {
      turns.value.withLock {
        $0.number += 1
        $0.running.append(testCase)
      }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      turns.value.withLock { $0.running.removeAll { $0 === testCase } }
    }

    func fail(_ issue: Issue) {
      guard IssueReporters.areStandard else { return reportIssue(issue.failure) }
      guard let latest else { return }
      latest.recordFailure(
        withDescription: "failed - \(issue.failure)", inFile: "<unknown>", atLine: 0, expected: true
      )
    }
  }
#else
  enum XCTestTurns {
    static func follow() {}
    static var number: Int? { nil }
    static var running: (any RunningTest)? { nil }
  }
#endif
