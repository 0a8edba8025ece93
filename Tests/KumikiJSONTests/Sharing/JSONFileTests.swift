import Foundation
import Kumiki
import KumikiJSON
import Testing

private enum Mode: Codable, Equatable, Sendable {
  case off
  case on(level: Int)
}

/// Files of JSON as shared values, without a module that knows Foundation.
@Suite struct JSONFileTests {
  /// A new folder, deleted afterwards.
  func inFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "kumiki-\(UInt64.random(in: .min ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try withDependencies {
      $0.defaultFileStorage = .fileSystem
      $0.sharedScope = SharedScope(isTest: true, reportsErrors: true)
    } operation: {
      try body(folder)
    }
  }

  @Test func `K2, K15: a file has one value, as a Swift type and as JSON`() throws {
    try inFolder { folder in
      let path = folder + "/deep/mode.json"
      @Shared(.jsonFile(path)) var mode = Mode.off
      @Shared(.jsonFile(path)) var json: JSON = "off"
      $mode.withLock { $0 = .on(level: 3) }
      #expect(json == ["on": ["level": 3]])
      $json.withLock { $0 = ["on": ["level": 4]] }
      #expect(mode == .on(level: 4))
      let kept = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(try JSONText.parse(String(decoding: kept, as: UTF8.self)) == json)
      #expect("\($mode)" == "Shared<Mode>(.jsonFile(\"\(path)\"))")
    }
  }

  @Test("K8: a broken file is left alone until the next write, and the value stays as it was")
  func broken() throws {
    try inFolder { folder in
      let url = URL(fileURLWithPath: folder + "/mode.json")
      try Data(#"{"on": {}}"#.utf8).write(to: url)
      try withKnownIssue { () throws in
        @Shared(.jsonFile(url.path)) var mode = Mode.off
        #expect(mode == .off)
        #expect($mode.loadError is JSONError)
        #expect(try Data(contentsOf: url) == Data(#"{"on": {}}"#.utf8))
        $mode.withLock { $0 = .off }
        #expect($mode.loadError == nil)
        #expect(try Data(contentsOf: url) == Data("\"off\"\n".utf8))
      } matching: {
        "\($0)".contains("shared-unreadable: ")
      }
    }
  }

  @Test func `K17: an observer receives an issue for a file made unreadable`() throws {
    let loop = try Loop()
    defer { loop.close() }
    try inFolder { folder in
      let path = folder + "/count.json"
      @Shared(.jsonFile(path)) var count = 7
      var codes: [String] = []
      loop.onIssue = { codes.append($0.code.rawValue) }
      let subscription = $count.observe(on: loop) { _ in }
      try Data("{".utf8).write(to: URL(fileURLWithPath: path + ".other"))
      try FileManager.default.moveItem(atPath: path + ".other", toPath: path)
      while codes.isEmpty, try loop.dispatch(timeoutMilliseconds: -1) > 0 {}
      #expect(codes == ["shared-unreadable"])
      #expect(count == 7)
      subscription.cancel()
    }
  }

  @Test func `M15: a shared value is written and read in the form of its value`() throws {
    struct State: Codable, Equatable {
      @Shared var mode: Mode
      @Shared var name: String?
    }
    let state = State(mode: Shared(value: .on(level: 3)), name: Shared(value: nil))
    let json: JSON = ["mode": ["on": ["level": 3]], "name": nil]
    #expect(try JSONBridge.encode(state) == json)
    #expect(try JSONBridge.decode(State.self, from: json) == state)
    #expect(try JSONBridge.decode(State.self, from: ["mode": "off"]).mode == .off)
  }
}
