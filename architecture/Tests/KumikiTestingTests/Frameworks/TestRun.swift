import Foundation

/// This bundle of tests, run again in a separate process, with the failing tests.
struct TestRun {
  let status: Int32
  /// The output, without colors.
  let output: String

  init(_ arguments: String..., environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["KUMIKI_FAILING_TESTS": "1", "NO_COLOR": "1"]
    ) { $1 }.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    status = process.terminationStatus
    output = String(decoding: data, as: UTF8.self).replacing(#/\u{1b}\[[0-9;]*m/#, with: "")
  }
}
