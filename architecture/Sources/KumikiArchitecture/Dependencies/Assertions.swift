public import Kumiki
internal import IssueReporting

// Checks that end a program, but in a test only fail the test.

extension DependencyValues {
  /// Checks a condition: in a program like Swift's `assert`, in a test as an issue of the test.
  @_disfavoredOverload
  public var assert: any AssertionEffect {
    get { self[AssertKey.self] }
    set { self[AssertKey.self] = newValue }
  }

  /// Reports that unreachable code was reached: in a program like Swift's `assertionFailure`, in a test as
  /// an issue.
  @_disfavoredOverload
  public var assertionFailure: any AssertionFailureEffect { AssertionFailure(base: assert) }

  /// Checks a condition: in a program like Swift's `precondition`, in a test as an issue of the test.
  @_disfavoredOverload
  public var precondition: any AssertionEffect {
    get { self[PreconditionKey.self] }
    set { self[PreconditionKey.self] = newValue }
  }
}

/// Checks a condition: the dependencies `\.assert` and `\.precondition`.
public protocol AssertionEffect: Sendable {
  /// Checks a condition that must hold.
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
    file: StaticString, line: UInt)
}

extension AssertionEffect {
  /// Checks a condition that must hold.
  @_disfavoredOverload
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) { self(condition(), message(), file: file, line: line) }
}

/// Reports that unreachable code was reached: the dependency `\.assertionFailure`.
public protocol AssertionFailureEffect: Sendable {
  /// Reports that the code was reached.
  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt)
}

extension AssertionFailureEffect {
  /// Reports that the code was reached.
  @_disfavoredOverload
  public func callAsFunction(
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
  ) { self(message(), file: file, line: line) }
}

private struct AssertionFailure: AssertionFailureEffect {
  let base: any AssertionEffect

  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt) {
    base(false, message(), file: file, line: line)
  }
}

private struct LiveAssertion: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
    file: StaticString, line: UInt
  ) { Swift.assert(condition(), message(), file: file, line: line) }
}

private struct LivePrecondition: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
    file: StaticString, line: UInt
  ) { Swift.precondition(condition(), message(), file: file, line: line) }
}

/// Reports an issue, which fails a running test.
private struct ReportedAssertion: AssertionEffect {
  let name: String

  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
    file: StaticString, line: UInt
  ) {
    if condition() { return }
    let text = message()
    reportIssue("\(name) failed" + (text.isEmpty ? "" : ": \(text)"), filePath: file, line: line)
  }
}

private enum AssertKey: DependencyKey {
  static let liveValue: any AssertionEffect = LiveAssertion()
  static let testValue: any AssertionEffect = ReportedAssertion(name: "Assertion")
  static let previewValue = testValue
}

private enum PreconditionKey: DependencyKey {
  static let liveValue: any AssertionEffect = LivePrecondition()
  static let testValue: any AssertionEffect = ReportedAssertion(name: "Precondition")
  static let previewValue = testValue
}
