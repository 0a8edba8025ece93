import Foundation
import Kumiki
import KumikiJSON
import Testing

/// Updates of shared values, among threads and with changes to files by others.
@Suite struct SharedUpdateTests {
  /// A new folder, deleted afterwards.
  func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = NSTemporaryDirectory() + "kumiki-\(UInt64.random(in: .min ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      try await body(folder)
    }
  }

  func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  /// Runs a body in a reducer on a loop, which then receives its issues. The thread may have loops of other
  /// tests.
  func reducing(on loop: Loop, _ body: @escaping () throws -> Void) throws {
    var result: Result<Void, any Error>?
    let store = LoopStore(initialState: 0, loop: loop) {
      Reduce<Int, Int> { _, _ in
        result = Result { try body() }
        return .none
      }
    }
    store.send(0)
    try #require(result).get()
  }

  /// Waits until a value is the expected one; whoever changes it notifies.
  func eventually<Value: Equatable & Sendable>(
    _ shared: Shared<Value>, is expected: Value
  ) async -> Bool {
    for await value in shared.changes() where value == expected { return true }
    return false
  }

  @Test("K60: an update starts with the file's content, and is in the file when it returns")
  func fresh() async throws {
    try await inFolder { folder in
      let path = folder + "/count.json"
      @Shared(.jsonFile(path)) var count = 0
      for _ in 0..<20 {
        try write("100", to: path)
        $count.withLock { $0 += 1 }
        #expect(count == 101)
        #expect(try text(of: path) == "101\n")
      }
    }
  }

  @Test("K61: a file is noticed in a folder that is created later, and when the folder is renamed")
  func folders() async throws {
    try await inFolder { folder in
      let files = FileManager.default
      @Shared(.jsonFile(folder + "/app/deep/count.json")) var count = 0
      try files.createDirectory(
        atPath: folder + "/app/deep", withIntermediateDirectories: true)
      try write("100", to: folder + "/app/deep/count.json")
      #expect(await eventually($count, is: 100))
      for _ in 0..<2 {
        try files.moveItem(atPath: folder + "/app", toPath: folder + "/old")
        #expect(await eventually($count, is: 0))
        try files.moveItem(atPath: folder + "/old", toPath: folder + "/app")
        #expect(await eventually($count, is: 100))
      }
    }
  }

  @Test("K62: a relative path starts in the program's directory, and is one file from then on")
  func relative() async throws {
    try await inFolder { _ in
      let directory = FileManager.default.currentDirectoryPath
      @Shared(.jsonFile("none/count.json")) var count = 0
      #expect("\($count)" == "Shared<Int>(.jsonFile(\"\(directory)/none/count.json\"))")
      #expect($count.loadError == nil)
    }
  }

  @Test("K63: updates nested crosswise on two threads both end; none is lost", arguments: [0, 1])
  func crosswise(files: Int) async throws {
    try await inFolder { folder in
      let one = Shared(wrappedValue: 0, .jsonFile(folder + "/one/count.json"))
      let other =
        files == 1
        ? Shared(wrappedValue: 0, .jsonFile(folder + "/two/count.json")) : Shared(value: 0)
      await withTaskGroup { group in
        for (outer, inner) in [(one, other), (other, one)] {
          group.addTask {
            for _ in 0..<30 {
              outer.withLock { outer in
                inner.withLock { $0 += 1 }
                outer += 1
              }
            }
          }
        }
      }
      #expect(one.wrappedValue == 60)
      #expect(other.wrappedValue == 60)
      let kept = try text(of: folder + "/one/count.json")
      #expect(kept == "60\n")
    }
  }

  @Test("K64: a write inside an update of the same value is an issue, and is lost")
  func inside() throws {
    let loop = try Loop(.virtual)
    defer { loop.close() }
    var codes: [String] = []
    loop.onIssue = { codes.append($0.code.rawValue) }
    let shared = Shared(value: ["name": "Ada", "age": "36"])
    try reducing(on: loop) {
      shared.withLock { value in
        #expect(
          shared.withLock {
            $0["name"] = "Grace"; return $0["age"]
          } == "36")
        #expect(shared.wrappedValue == ["name": "Ada", "age": "36"])
        value["age"] = "37"
      }
    }
    #expect(shared.wrappedValue == ["name": "Ada", "age": "37"])
    #expect(codes == ["shared-write-inside"])
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try reducing(on: loop) {
        try shared.withLock { _ in
          shared.withLock { $0 = [:] }
          throw Refused()
        }
      }
    }
    #expect(shared.wrappedValue == ["name": "Ada", "age": "37"])
    #expect(codes.count == 2)
  }

  @Test("K66: a FIFO is an issue that names it, and is neither waited for nor overwritten")
  func fifo() async throws {
    try await inFolder { folder in
      let loop = try Loop(.virtual)
      defer { loop.close() }
      var messages: [String] = []
      loop.onIssue = { messages.append($0.message) }
      let path = folder + "/count.json"
      #expect(mkfifo(path, 0o600) == 0)
      try withDependencies {
        $0.sharedScope = SharedScope(isTest: true, reportsErrors: true)
      } operation: {
        try reducing(on: loop) {
          @Shared(.jsonFile(path)) var count = 3
          $count.withLock { $0 += 1 }
          #expect(count == 4)
        }
      }
      #expect(messages.count == 2)
      for message in messages {
        #expect(message.contains("\(path) is a FIFO, and not a regular file"))
      }
      let kind = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      #expect(kind == .typeUnknown)
    }
  }
}
