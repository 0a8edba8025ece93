import CFeatures
import CKumiki
import Foundation
import Kumiki
import KumikiC
import KumikiJSON
import Testing

private struct Page: Codable, Equatable, Sendable {
  var text: String
  var size: UInt
}

private struct LoadPage: RequestProtocol {
  static let name = "page.load"
  typealias Answer = Page
  typealias Part = UInt
  var file: String
}

private struct Unlock: RequestProtocol {
  static let name = "unlock"
  static let isSecret = true
  typealias Answer = Bool
  var password: String
}

/// The reader of c_features.h in Swift.
private struct Reader: Reducer {
  struct State: Codable, Equatable {
    var page: Page?
    var percent: UInt = 0
    var problem = ""
  }

  enum Action: Codable, Equatable, PrivateCases {
    case open(String), openByFunction(String), opened(Page), progress(UInt), failed(RequestFailure)
    case unlock(String), unlocked(Bool), reveal(UInt), secret(UInt)

    struct AllCasePaths {
      let opened = CasePath(embed: Action.opened) {
        if case .opened(let page) = $0 { page } else { nil }
      }
      let progress = CasePath(embed: Action.progress) {
        if case .progress(let percent) = $0 { percent } else { nil }
      }
      let failed = CasePath(embed: Action.failed) {
        if case .failed(let failure) = $0 { failure } else { nil }
      }
      let secret = CasePath(embed: Action.secret) {
        if case .secret(let number) = $0 { number } else { nil }
      }
      let unlocked = CasePath(embed: Action.unlocked) {
        if case .unlocked(let isOpen) = $0 { isOpen } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
    static var privateCases: [PartialCaseKeyPath<Self>] { [\.secret] }
  }

  var suffix = ""

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let file):
        return .request(
          LoadPage(file: file + suffix), answer: \.opened, part: \.progress, failure: \.failed)
      case .openByFunction(let file):
        return .request(LoadPage(file: file)) { .opened($0) }
      case .opened(let page): state.page = page
      case .progress(let percent): state.percent = percent
      case .failed(let failure): state.problem = failure.message
      case .unlock(let password): return .request(Unlock(password: password), answer: \.unlocked)
      case .unlocked: break
      case .reveal(let number): return .send(.secret(number))
      case .secret(let number): state.percent = number
      }
      return .none
    }
  }
}

/// A feature inside a feature in Swift, whose state asks.
private struct Holder: Reducer {
  struct State: Codable, Equatable {
    var inner = Follower.State()
  }

  enum Action: Codable, Equatable, CasePathable {
    case inner(Follower.Action)

    struct AllCasePaths {
      let inner = CasePath(embed: Action.inner) {
        if case .inner(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.inner, action: \.inner) { Follower() }
  }
}

private struct Follower: Reducer {
  struct State: Codable, Equatable {
    var file: String?
    var page: Page?
  }

  enum Action: Codable, Equatable { case follow(String?), opened(Page) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .follow(let file): state.file = file
      case .opened(let page): state.page = page
      }
      return .none
    }
    .running(\.file) { file in .request(LoadPage(file: file)) { .opened($0) } }
  }
}

@Suite struct MixedRequestTests {
  /// A store in C of the reader in Swift, and a server in C that holds the requests.
  private struct Setting {
    let loop: OpaquePointer
    let store: OpaquePointer
    let feature: String

    init(isTree: Bool = true, isServed: Bool = true) throws {
      // A request that C holds also holds the feature.
      feature = isTree ? "MixedReader" : "MixedReaderAlone"
      try registerFeature(feature, initialState: Reader.State()) { Reader() }
      let loop = try #require(kmk_loop_new_virtual(nil))
      let made =
        isTree
        ? Setting.state.withNode {
          kmk_store_new(loop, Setting.tree("MixedReader"), $0.pointer, nil)
        } : kmk_store_open(loop, "MixedReaderAlone", nil, nil)
      store = try #require(made)
      self.loop = loop
      if isServed { #expect(c_hold_requests(loop, "page.load") == KMK_OK) }
    }

    static let state: JSON = ["reader": ["page": nil, "percent": 0, "problem": ""]]

    static func tree(_ feature: String) -> OpaquePointer? {
      kmk_scope("/reader", "reader", kmk_feature(feature))
    }

    func send(_ action: JSON, to other: OpaquePointer? = nil) {
      #expect(action.withNode { kmk_store_send(other ?? store, $0.pointer, nil) } == KMK_OK)
      #expect(kmk_loop_run_until_idle(loop, 0, nil) == KMK_OK)
    }

    var text: String { string(kmk_store_state_text(store, 0x20)) }
    var requests: String { list(store) }

    func list(_ store: OpaquePointer) -> String { json(kmk_store_requests(store)) }

    func end() {
      kmk_store_free(store)
      kmk_loop_free(loop)
    }
  }

  private static func string(_ text: UnsafeMutablePointer<CChar>?) -> String {
    defer { kmk_text_free(text) }
    return text.map { String(cString: $0) } ?? ""
  }

  private static func json(_ value: UnsafeMutablePointer<json_t>?) -> String {
    defer { kmk_json_release(value) }
    return string(kmk_json_text(value, 0x20))
  }

  private static func answer(_ value: JSON) -> (status: kmk_status, path: String) {
    var error = kmk_error()
    let status = kmk_request_answer_new(c_held_request(), value.retained().pointer, &error)
    return (
      status,
      withUnsafeBytes(of: error.path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    )
  }

  @Test(
    "B325: a server in C serves a feature in Swift by the name; a reply that does not fit is refused with its place"
  )
  func serverInC() async {
    await #expect(processExitsWith: .success) {
      for isTree in [true, false] {
        let setting = try Setting(isTree: isTree)
        setting.send(isTree ? ["reader": ["open": "a.txt"]] : ["open": "a.txt"])
        let place = isTree ? "/reader" : ""
        #expect(
          setting.requests
            == #"[{"id":"0","name":"page.load","at":"\#(place)","question":{"file":"a.txt"},"#
            + #""phase":"served","attempt":1,"age":0}]"#)
        let request = c_held_request()
        #expect(
          MixedRequestTests.string(kmk_json_text(kmk_request_question(request), 0x20))
            == #"{"file":"a.txt"}"#)
        let bad = MixedRequestTests.answer(["text": "x", "size": "many"])
        #expect(bad.status == KMK_ERR_DECODE)
        #expect(bad.path.hasSuffix("/size"))
        #expect(kmk_request_is_over(request) == false)
        #expect(kmk_request_part_new(request, nil, (50 as JSON).retained().pointer, nil) == KMK_OK)
        #expect(MixedRequestTests.answer(["text": "x", "size": 1]).status == KMK_OK)
        #expect(MixedRequestTests.answer(["text": "x", "size": 1]).status == KMK_ERR_CLOSED)
        #expect(setting.text.contains(#"{"page":{"text":"x","size":1},"percent":50,"problem":""}"#))
        #expect(setting.requests == "[]")
        setting.send(isTree ? ["reader": ["open": "b.txt"]] : ["open": "b.txt"])
        #expect(kmk_request_fail(c_held_request(), "no disk", nil) == KMK_OK)
        #expect(setting.text.contains(#""problem":"no disk""#))
        #expect(c_request_ends(KMK_REQUEST_TAKEN) == (isTree ? 2 : 4))
        setting.end()
      }
    }
  }

  @Test(
    "B325: a server in Swift serves a feature in C; what the feature refuses becomes the failure")
  func serverInSwift() async {
    await #expect(processExitsWith: .success) {
      let loop = try #require(kmk_loop_new_virtual(nil))
      let first: JSON = ["last": nil]
      let store = try #require(
        first.withNode { kmk_store_new(loop, c_reader(), $0.pointer, nil) })
      try Loop.current.serve(LoadPage.self) { request in
        try request.send(part: 7)
        if request.file == "lost" { throw RequestFailure("there is no \(request.file)") }
        return Page(text: request.file, size: 3)
      }
      func open(_ file: String) -> String {
        let action: JSON = ["open": JSON(stringLiteral: file)]
        #expect(action.withNode { kmk_store_send(store, $0.pointer, nil) } == KMK_OK)
        #expect(kmk_loop_run_until_idle(loop, 0, nil) == KMK_OK)
        return MixedRequestTests.string(kmk_store_state_text(store, 0x20))
      }
      #expect(open("a") == #"{"last":{"text":"a","size":3}}"#)
      #expect(open("lost") == #"{"last":"there is no lost"}"#)
      try Loop.current.unserve(LoadPage.self)

      // The feature refuses the answers of another type with the same name.
      struct Other: RequestProtocol {
        static let name = "page.load"
        typealias Answer = String
        var file: String
      }
      try Loop.current.serve(Other.self) { _ in "a text" }
      #expect(open("b").hasPrefix(#"{"last":"expected "#) || open("b").contains("found"))
      try Loop.current.unserve(Other.self)

      // A type that cannot read the question.
      struct Numbered: RequestProtocol {
        static let name = "page.load"
        typealias Answer = Page
        var number: Int
      }
      try Loop.current.serve(Numbered.self) { _ in Page(text: "", size: 0) }
      #expect(open("c").contains("number"))
      kmk_store_free(store)
      kmk_loop_free(loop)
    }
  }

  @Test(
    "B326: a log lists what a Swift feature asks, a replay compares it, and a secret question is in none"
  )
  func log() async {
    await #expect(processExitsWith: .success) {
      let setting = try Setting()
      try registerFeature("MixedOther", initialState: Reader.State()) { Reader(suffix: "!") }
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("kumiki-\(UUID()).log").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let recorder = try #require(kmk_recorder_new(setting.store, path, nil, nil))
      setting.send(["reader": ["open": "a.txt"]])
      #expect(MixedRequestTests.answer(["text": "x", "size": 1]).status == KMK_OK)
      setting.send(["reader": ["unlock": "sesame"]])
      #expect(setting.requests.contains(#""name":"unlock","at":"/reader","phase""#))
      kmk_recorder_free(recorder)
      let log = try String(contentsOfFile: path, encoding: .utf8)
      #expect(
        log.contains(#""asked":[{"name":"page.load","at":"/reader","question":{"file":"a.txt"}}]"#))
      #expect(log.contains(#""asked":[{"name":"unlock","at":"/reader"}]"#))
      #expect(kmk_test_replay_at(path, Setting.tree("MixedReader"), nil, nil, #fileID, #line))
      let replay = try #require(kmk_replay_open(path, Setting.tree("MixedOther"), nil))
      #expect(kmk_replay_run(replay, .max, nil) != KMK_OK)
      let divergence = MixedRequestTests.string(kmk_json_text(kmk_replay_divergence(replay), 0x20))
      #expect(divergence.contains(#"{"file":"a.txt!"}"#))
      kmk_replay_free(replay)
      setting.end()
    }
  }

  @Test(
    "B327: a snapshot contains a Swift feature's requests by the names of their cases, and a store from it asks them again"
  )
  func snapshot() async {
    await #expect(processExitsWith: .success) {
      for isTree in [true, false] {
        let setting = try Setting(isTree: isTree)
        func inside(_ action: JSON) -> JSON { isTree ? ["reader": action] : action }
        setting.send(inside(["open": "a.txt"]))
        let part = (5 as JSON).retained().pointer
        #expect(kmk_request_part_new(c_held_request(), nil, part, nil) == KMK_OK)
        setting.send(inside(["openByFunction": "b.txt"]))
        let moment = try #require(kmk_store_snapshot(setting.store, nil))
        let form = try #require(kmk_snapshot_json(moment, 1, nil))
        let saved = MixedRequestTests.string(kmk_json_text(form, 0x20))
        #expect(
          saved.contains(
            #""question":{"file":"a.txt"},"answer":"opened","part":"progress","failure":"failed""#))
        #expect(saved.contains(#""last":5"#))
        #expect(!saved.contains("b.txt"))

        // A request that is still in flight continues for its server.
        let ends = c_request_ends(KMK_REQUEST_CANCELLED)
        #expect(kmk_store_restore(setting.store, moment, nil) == KMK_OK)
        #expect(kmk_loop_run_until_idle(setting.loop, 0, nil) == KMK_OK)
        #expect(c_request_ends(KMK_REQUEST_CANCELLED) == ends + 1)
        #expect(setting.requests.contains(#""id":"0","name":"page.load""#))
        #expect(setting.requests.contains(#""attempt":1"#))

        // Another store asks it again, under its id, with the last part.
        let read = try #require(kmk_snapshot_new(form, nil, nil))
        let other = try #require(
          isTree
            ? kmk_store_new_from(setting.loop, Setting.tree(setting.feature), read, nil)
            : kmk_store_open(setting.loop, setting.feature, nil, nil))
        if !isTree { #expect(kmk_store_restore(other, read, nil) == KMK_OK) }
        #expect(kmk_loop_run_until_idle(setting.loop, 0, nil) == KMK_OK)
        #expect(setting.list(other).contains(#""id":"0","name":"page.load""#))
        #expect(setting.list(other).contains(#""attempt":2"#))
        let request = c_held_request()
        #expect(json_integer_value(kmk_request_last_part(request)) == 5)
        let bad = MixedRequestTests.answer(["text": "x", "size": "many"])
        #expect(bad.status == KMK_ERR_DECODE)
        #expect(bad.path.hasSuffix("/size"))
        #expect(MixedRequestTests.answer(["text": "again", "size": 1]).status == KMK_OK)
        #expect(MixedRequestTests.string(kmk_store_state_text(other, 0x20)).contains("again"))
        #expect(setting.list(other) == "[]")
        kmk_snapshot_free(read)
        kmk_snapshot_free(moment)
        kmk_json_release(form)
        kmk_store_free(other)
        setting.end()
      }
    }
  }

  @Test(
    "M214: a send of a private case of a Swift feature from C fails with KMK_ERR_NOT_ALLOWED, and changes nothing"
  )
  func privateCases() async {
    await #expect(processExitsWith: .success) {
      for isTree in [true, false] {
        let setting = try Setting(isTree: isTree)
        let before = setting.text
        func send(_ action: JSON) -> (kmk_status, String) {
          let whole: JSON = isTree ? ["reader": action] : action
          var error = kmk_error()
          let status = whole.withNode { kmk_store_send(setting.store, $0.pointer, &error) }
          return (
            status,
            withUnsafeBytes(of: error.path) {
              String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
          )
        }
        #expect(send(["secret": 5]) == (KMK_ERR_NOT_ALLOWED, isTree ? "/reader" : ""))
        #expect(setting.text == before)
        #expect(
          kmk_store_post_new(
            setting.store,
            (isTree ? ["reader": ["secret": 5]] : ["secret": 5] as JSON).retained().pointer)
            == KMK_OK)
        #expect(kmk_loop_run_until_idle(setting.loop, 0, nil) == KMK_OK)
        #expect(setting.text == before)
        // An effect of the feature sends it.
        #expect(send(["reveal": 5]).0 == KMK_OK)
        #expect(setting.text.contains(#""percent":5"#))
        setting.end()
      }
    }
  }

  @Test("M215: a test store in C and a replay send private cases of a Swift feature")
  func privateCasesOfTests() async {
    await #expect(processExitsWith: .success) {
      let setting = try Setting()
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("kumiki-\(UUID()).log").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let recorder = try #require(kmk_recorder_new(setting.store, path, nil, nil))
      setting.send(["reader": ["reveal": 5]])
      kmk_recorder_free(recorder)
      #expect(kmk_test_replay_at(path, Setting.tree("MixedReader"), nil, nil, #fileID, #line))
      let test = try #require(kmk_test_store_open("MixedReader", nil, nil))
      let isSent = kmk_test_send_text_at(
        test, "{'secret': 7}", "{'percent': 7}", #fileID, #line)
      #expect(isSent)
      kmk_test_store_free(test)
      setting.end()
    }
  }

  @Test(
    "B327: what the state of a feature inside a Swift feature asks is asked again once, under its id"
  )
  func followed() async {
    await #expect(processExitsWith: .success) {
      try registerFeature("MixedHolder", initialState: Holder.State()) { Holder() }
      let loop = try #require(kmk_loop_new_virtual(nil))
      #expect(c_hold_requests(loop, "page.load") == KMK_OK)
      func tree() -> OpaquePointer? { kmk_scope("/holder", "holder", kmk_feature("MixedHolder")) }
      let first: JSON = ["holder": ["inner": ["file": nil, "page": nil]]]
      let store = try #require(first.withNode { kmk_store_new(loop, tree(), $0.pointer, nil) })
      let action: JSON = ["holder": ["inner": ["follow": "a.txt"]]]
      #expect(action.withNode { kmk_store_send(store, $0.pointer, nil) } == KMK_OK)
      #expect(kmk_loop_run_until_idle(loop, 0, nil) == KMK_OK)
      let listed = MixedRequestTests.json(kmk_store_requests(store))
      #expect(listed.contains(#""id":"0","name":"page.load","at":"/holder""#))
      let moment = try #require(kmk_store_snapshot(store, nil))
      #expect(kmk_store_restore(store, moment, nil) == KMK_OK)
      #expect(kmk_loop_run_until_idle(loop, 0, nil) == KMK_OK)
      #expect(MixedRequestTests.json(kmk_store_requests(store)) == listed)
      let form = try #require(kmk_snapshot_json(moment, 1, nil))
      let read = try #require(kmk_snapshot_new(form, nil, nil))
      let other = try #require(kmk_store_new_from(loop, tree(), read, nil))
      #expect(kmk_loop_run_until_idle(loop, 0, nil) == KMK_OK)
      let again = MixedRequestTests.json(kmk_store_requests(other))
      #expect(again.contains(#""id":"0","name":"page.load","at":"/holder""#))
      #expect(again.contains(#""phase":"served","attempt":2"#))
      #expect(MixedRequestTests.answer(["text": "x", "size": 1]).status == KMK_OK)
      let text = MixedRequestTests.string(kmk_store_state_text(other, 0x20))
      #expect(text.contains(#""page":{"text":"x","size":1}"#))
      #expect(MixedRequestTests.json(kmk_store_requests(other)) == "[]")
      for each in [moment, read] { kmk_snapshot_free(each) }
      kmk_json_release(form)
      kmk_store_free(other)
      kmk_store_free(store)
      kmk_loop_free(loop)
    }
  }
}
