internal import IssueReporting
internal import Kumiki
internal import KumikiTestStore

#if canImport(Testing)
  internal import Testing
#endif

// Each test has its own shared values from its first line on, and a failure in a test's store fails that
// test. This needs no setup: this module identifies the running test, and the loader installs it before the
// first test.

@_cdecl("kumiki_testing_begins")
func testingBegins() {
  TestFrameworks.current = TestFrameworks { $0.goesToXCTest() }
  SharedScope.identifyTests { TestIdentity.current?.key }
  RunningTests.find { TestIdentity.current?.running }
  XCTestTurns.follow()
}

/// Identifies the test of the calling task.
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
    /// The run of a test, identified by its text, which contains its arguments. The runs of one test are
    /// concurrent, and each counts as its own test. Two runs whose arguments have the same text count as
    /// one: no other public property distinguishes them.
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

  /// The running test, for failures; nil between tests.
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
  /// Whether only the default reporter is installed.
  static var areStandard: Bool { current.count == 1 && current[0] is _DefaultReporter }
}
