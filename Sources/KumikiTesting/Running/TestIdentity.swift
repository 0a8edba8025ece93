internal import IssueReporting
internal import Kumiki
internal import KumikiTestStore

#if canImport(Testing)
  internal import Testing
#endif

// Each test has shared values of its own, from its first line on, and what goes wrong in a store of a test
// fails that test. So that nobody has to ask for that, this module says which test runs, and the loader has it
// say so before the first one.

@_cdecl("kumiki_testing_begins")
func testingBegins() {
  TestFrameworks.current = TestFrameworks { $0.goesToXCTest() }
  SharedScope.identifyTests { TestIdentity.current?.key }
  RunningTests.find { TestIdentity.current?.running }
  XCTestTurns.follow()
}

/// The test whose task asks.
enum TestIdentity {
  #if canImport(Testing)
    case swiftTesting(AnyHashable)
  #endif
  case xcTest

  static var current: Self? {
    switch TestContext.current {
    #if canImport(Testing)
      case .swiftTesting(let testing):
        testing.map { .swiftTesting(AnyHashable([$0.test.id, call] as [AnyHashable?])) }
    #endif
    case .xcTest: .xcTest
    default: nil
    }
  }

  #if canImport(Testing)
    /// The call of a test, by its text, in which its arguments are. The calls of one test run beside each
    /// other, and each is a test of its own. Two whose arguments share a text are taken for one: nothing else
    /// that is public tells them apart.
    private static var call: AnyHashable? {
      Test.Case.current.map { AnyHashable(String(reflecting: $0)) }
    }
  #endif

  var key: AnyHashable? {
    switch self {
    #if canImport(Testing)
      case .swiftTesting(let id): id
    #endif
    case .xcTest: XCTestTurns.number.map { AnyHashable($0) }
    }
  }

  /// What fails it; nil between the tests.
  var running: (any RunningTest)? {
    switch self {
    #if canImport(Testing)
      case .swiftTesting(let id): RunningSwiftTest.of(id)
    #endif
    case .xcTest: XCTestTurns.running
    }
  }
}

extension IssueReporters {
  /// Whether nobody has put a reporter of their own in the way.
  static var areStandard: Bool { current.count == 1 && current[0] is _DefaultReporter }
}
