import IssueReporting
import KumikiTesting
import Synchronization
import Testing

/// The failures that test stores reported during an operation, instead of failing the running test.
struct Reported: Sendable {
  let message: String
  let isWarning: Bool
  let line: Int
}

final class FailureLog: IssueReporter {
  private let reports = Mutex<[Reported]>([])

  var all: [Reported] { reports.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let reported = Reported(
      message: message() ?? "", isWarning: severity == .warning, line: Int(line))
    reports.withLock { $0.append(reported) }
  }
}

/// Runs a test inside the test, and returns the reported failures. Test stores that it makes end
/// inside it.
@MainActor
func reports(_ operation: @MainActor () async throws -> Void) async rethrows -> [Reported] {
  let log = FailureLog()
  try await withIssueReporters([log]) { try await operation() }
  return log.all
}

/// Runs a test inside the test, and returns the failures as strings.
@MainActor
func messages(_ operation: @MainActor () async throws -> Void) async rethrows -> [String] {
  try await reports(operation).map(\.message)
}
