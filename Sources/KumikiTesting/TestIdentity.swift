internal import IssueReporting
internal import Kumiki
internal import KumikiTestStore

#if canImport(Testing)
  internal import Testing
#endif

#if canImport(XCTest)
  internal import XCTest
#endif

// Each test has shared values of its own, from its first line on. So that nobody has to ask for that, this
// module says which test runs, and how it fails; and the loader has it say so before the first one.

@_cdecl("kumiki_testing_begins")
func testingBegins() {
  TestFrameworks.current = TestFrameworks { $0.goesToXCTest() }
  SharedScope.identifyTests {
    switch TestContext.current {
    case .swiftTesting(let testing): testing.map { AnyHashable([$0.test.id, call]) }
    case .xcTest: TestTurns.current
    default: nil
    }
  }
}

/// The call of a test, by its text, in which its arguments are. The calls of one test run beside each other,
/// and each is a test of its own. Two whose arguments share a text are taken for one: nothing else that is
/// public tells them apart.
private var call: AnyHashable? {
  #if canImport(Testing)
    Test.Case.current.map { AnyHashable(String(reflecting: $0)) }
  #else
    nil
  #endif
}

/// Counts the tests of XCTest, which runs one after the other.
private enum TestTurns {
  #if canImport(XCTest)
    private final class Observer: XCTestObservation, @unchecked Sendable {
      // Written between two tests.
      var turn = 0

      func testCaseWillStart(_ testCase: XCTestCase) { turn += 1 }
    }

    private static let observer: Observer = {
      let observer = Observer()
      XCTestObservationCenter.shared.addTestObserver(observer)
      return observer
    }()

    static var current: AnyHashable? { AnyHashable(observer.turn) }
  #else
    static var current: AnyHashable? { nil }
  #endif
}
