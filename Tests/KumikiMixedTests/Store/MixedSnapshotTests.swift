import CKumiki
import Kumiki
import KumikiC
import KumikiJSON
import KumikiTesting
import Testing

/// A screen in Swift, whose store C opens and saves.
private struct Screen: Reducer {
  struct State: Codable, Equatable {
    var count = 0
    @PresentationState var note: String?
  }

  enum Action: Codable, Equatable {
    case show(String?)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show(let note) = action { (state.note, state.count) = (note, state.count + 1) }
      return .none
    }
  }
}

@MainActor @Suite struct MixedSnapshotTests {
  @Test(
    "R55: a store of a feature in Swift is saved and restored, with its presentation ids")
  func ownStore() async {
    await #expect(processExitsWith: .success) {
      try registerFeature("MixedSnapshot", initialState: Screen.State()) { Screen() }
      let loop = try #require(kmk_loop_new_virtual(nil))
      let store = try #require(kmk_store_open(loop, "MixedSnapshot", nil, nil))
      try MixedSnapshotTests.play(store)
      kmk_store_free(store)
      kmk_loop_free(loop)
    }
  }

  @Test("R55: so is one in a tree in C; an unreadable state is refused, and nothing changes")
  func inATree() async {
    await #expect(processExitsWith: .success) {
      try registerFeature("MixedSnapshot", initialState: Screen.State()) { Screen() }
      let loop = try #require(kmk_loop_new_virtual(nil))
      let first: JSON = ["count": 0, "note": nil]
      let store = try #require(
        first.withNode { kmk_store_new(loop, kmk_feature("MixedSnapshot"), $0.pointer, nil) })
      try MixedSnapshotTests.play(store)
      kmk_store_free(store)
      kmk_loop_free(loop)
    }
  }

  private nonisolated static func send(_ note: JSON, to store: OpaquePointer) {
    let action: JSON = ["show": note]
    #expect(action.withNode { kmk_store_send(store, $0.pointer, nil) } == KMK_OK)
  }

  private nonisolated static func id(in store: OpaquePointer) -> String {
    string(stealing: kmk_store_presentation_id(store, "/note", nil))
  }

  private nonisolated static func text(of store: OpaquePointer) -> String {
    string(stealing: kmk_store_state_text(store, 0x20))
  }

  private nonisolated static func string(stealing text: UnsafeMutablePointer<CChar>?) -> String {
    defer { kmk_text_free(text) }
    return text.map { String(cString: $0) } ?? ""
  }

  private nonisolated static func saved(_ moment: OpaquePointer) throws -> String {
    let json = try #require(kmk_snapshot_json(moment, 1, nil))
    defer { kmk_json_release(json) }
    return string(stealing: kmk_json_text(json, 0x20))
  }

  private nonisolated static func play(_ store: OpaquePointer) throws {
    send("one", to: store)
    let shown = id(in: store)
    let moment = try #require(kmk_store_snapshot(store, nil))
    let form = try #require(kmk_snapshot_json(moment, 1, nil))
    defer { kmk_json_release(form) }
    send(nil, to: store)
    send("two", to: store)
    let next = id(in: store)
    #expect(next != shown)
    let read = try #require(kmk_snapshot_new(form, nil, nil))
    #expect(kmk_store_restore(store, read, nil) == KMK_OK)
    #expect(text(of: store) == #"{"count":1,"note":"one"}"#)
    #expect(id(in: store) == shown)
    let again = try #require(kmk_store_snapshot(store, nil))
    #expect(try saved(again) == saved(moment))
    let wrong: JSON = ["kumiki": 1, "state": ["count": "many"]]
    let bad = try #require(wrong.withNode { kmk_snapshot_new($0.pointer, nil, nil) })
    #expect(kmk_store_restore(store, bad, nil) == KMK_ERR_DECODE)
    #expect(text(of: store) == #"{"count":1,"note":"one"}"#)
    #expect(id(in: store) == shown)
    send(nil, to: store)
    send("two", to: store)
    #expect(id(in: store) == next)
    for each in [moment, read, again, bad] { kmk_snapshot_free(each) }
  }
}
