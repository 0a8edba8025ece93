import Foundation
import Testing

/// Returns the compiler's errors for a feature, one per line.
private func errors(in text: String) throws -> [String] {
  let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
  let (process, source, found) = (Process(), Pipe(), Pipe())
  process.executableURL = tests.appending(path: "CompileTimeTests/run")
  process.arguments = ["--errors"]
  process.standardInput = source
  process.standardOutput = found
  try process.run()
  source.fileHandleForWriting.write(Data(text.utf8))
  try source.fileHandleForWriting.close()
  let data = found.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
}

@Suite struct UnknownDependencyTests {
  @Test func `X63: a dependency that does not exist is one error, at its name`() throws {
    let found = try errors(
      in: """
        import Kumiki
        struct Timer {
          @Dependency(\\.clok) var clock
          @Dependency(\\.continuousClock) var other
          func run() { print(clock) }
        }
        struct Typed {
          @Dependency(\\.clok) var clock: any Clock<Duration>
        }
        """)
    #expect(found.count == 2)
    for (line, error) in zip([3, 8], found) {
      #expect(error.hasPrefix("\(line):"))
      #expect(error.contains("NoSuchPropertyOfDependencyValues"))
    }
  }

  @Test func `X63: and those that exist compile, by path and by key`() throws {
    let found = try errors(
      in: """
        import Kumiki
        enum Number: TestDependencyKey { static let testValue = 1 }
        struct Feature {
          @Dependency(Number.self) var number
          @Dependency(\\.date.now) var now
          @Dependency(\\.uuid) var uuid
          func total() -> Int { number + 1 }
        }
        """)
    #expect(found == [])
  }
}
