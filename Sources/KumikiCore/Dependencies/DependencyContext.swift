internal import KumikiLoop

/// Which of a key's defaults are in force.
public enum DependencyContext: Sendable {
  /// A running program.
  case live
  /// A preview of a view.
  case preview
  /// A test: using a dependency that nobody set is a failure.
  case test
}

extension DependencyContext {
  /// The context where nobody set one: that of the environment variable `SWIFT_DEPENDENCIES_CONTEXT`, else a
  /// test's if a test framework runs the process, else a program's.
  package static let ofProcess: Self = {
    let inferred = isTestProcess ? Self.test : .live
    guard let name = FileSystem.variable(variable) else { return inferred }
    switch name {
    case "live": return .live
    case "preview": return .preview
    case "test": return .test
    default:
      // Not an issue: its handler may read the context, which is being chosen here.
      System.complain(
        "kumiki: \(variable) is \"\(name)\"; expected one of live, preview, test\n")
      return inferred
    }
  }()

  private static var variable: String { "SWIFT_DEPENDENCIES_CONTEXT" }

  /// Whether a test framework runs this process: the program is a bundle of tests, as SwiftPM builds and names
  /// it, or runs one, or a tool says so.
  private static var isTestProcess: Bool {
    let variables = [
      "XCTestBundlePath", "XCTestConfigurationFilePath", "XCTestSessionIdentifier", "BAZEL_TEST",
    ]
    if variables.contains(where: { FileSystem.variable($0) != nil }) { return true }
    let program = FileSystem.programName
    return program.hasSuffix(".xctest") || program.hasSuffix("-test-runner") || program == "xctest"
  }
}
