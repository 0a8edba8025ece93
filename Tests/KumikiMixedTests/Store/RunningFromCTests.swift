import CKumiki
import Kumiki
import KumikiC
import KumikiJSON
import Testing

/// Sends an action a second after its query was set.
private struct Lookup: Reducer {
  struct State: Codable, Equatable {
    var query: String?
    var found: String?
  }

  enum Action: Codable, Equatable {
    case found(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .found(let text): state.found = text
      }
      return .none
    }
    .running(\.query) { .send(.found($0)).delay(for: .seconds(1)) }
  }
}

@Suite struct RunningFromCTests {
  @Test("A feature in Swift whose store a C program opens runs the effects of its first state")
  func fromC() async {
    // C's loop takes over the process's main actor.
    await #expect(processExitsWith: .success) {
      try registerFeature("RunningFromC", initialState: Lookup.State(query: "a")) { Lookup() }
      let loop = try #require(kmk_loop_new_virtual(nil))
      let store = try #require(kmk_store_open(loop, "RunningFromC", nil, nil))
      #expect(kmk_store_effect_count(store) == 1)
      #expect(kmk_loop_advance(loop, 1_000_000_000, nil) == KMK_OK)
      let text = try #require(kmk_store_state_text(store, 0))
      #expect(String(cString: text).contains(#""found": "a""#))
      kmk_text_free(text)
      kmk_store_free(store)
      kmk_loop_free(loop)
    }
  }
}
