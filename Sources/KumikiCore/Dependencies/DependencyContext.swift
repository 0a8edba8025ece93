internal import KumikiLoop

/// Selects which of a key's defaults apply.
public enum DependencyContext: Sendable {
  /// A running program.
  case live
  /// A preview of a view.
  case preview
  /// A test: using a dependency without setting it is a failure.
  case test
}

extension DependencyContext {
  /// The context if none was set: the value of the environment variable `SWIFT_DEPENDENCIES_CONTEXT` if present;
  /// otherwise `test` if a test framework runs the process, or else `live`.
  package static let ofProcess: Self = {
    let inferred = isTestProcess ? Self.test : .live
    guard let name = FileSystem.variable(variable) else { return inferred }
    switch name {
    case "live": return .live
    case "preview": return .preview
    case "test": return .test
    default:
      // Not an issue, because the issue handler may read the context that is being chosen here.
      System.complain(
        "kumiki: \(variable) is \"\(name)\"; expected one of live, preview, test\n")
      return inferred
    }
  }()

  private static var variable: String { "SWIFT_DEPENDENCIES_CONTEXT" }

  /// Whether a test framework runs this process: the program is a test bundle or the test runner by its name, or a tool
  /// has set one of the environment variables below.
  private static var isTestProcess: Bool {
    let variables = [
      "XCTestBundlePath", "XCTestConfigurationFilePath", "XCTestSessionIdentifier", "BAZEL_TEST",
    ]
    if variables.contains(where: { FileSystem.variable($0) != nil }) { return true }
    let program = FileSystem.programName
    return program.hasSuffix(".xctest") || program.hasSuffix("-test-runner") || program == "xctest"
  }
}
