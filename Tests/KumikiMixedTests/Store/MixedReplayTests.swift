import CKumiki
import Foundation
import Kumiki
import KumikiC
import KumikiJSON
import KumikiTesting
import Testing

/// A feature in Swift that reads values that no two runs receive alike.
private struct Dice: Reducer {
  struct State: Codable, Equatable {
    var eyes: [Int] = []
    var id: String?
    var date: Int64 = 0
  }

  enum Action: Codable, Equatable { case roll }

  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  @Dependency(\.uuid) var uuid
  @Dependency(\.date) var date

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let eyes = withRandomNumberGenerator { generator in
        (0..<8).map { _ in Int.random(in: 1...1_000_000, using: &generator) }
      }
      state = State(eyes: eyes, id: uuid().description, date: date.now)
      return .none
    }
  }
}

@MainActor @Suite struct MixedReplayTests {
  @Test("Z32, Z40: values given to a Swift feature are recorded, and replayed")
  func given() async {
    await #expect(processExitsWith: .success) {
      try registerFeature("MixedReplay", initialState: Dice.State()) { Dice() }
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("kumiki-\(UUID()).log").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let loop = try #require(kmk_loop_new(nil))
      let first: JSON = ["eyes": [], "date": 0]
      let store = try #require(
        first.withNode { kmk_store_new(loop, kmk_feature("MixedReplay"), $0.pointer, nil) })
      let recorder = try #require(kmk_recorder_new(store, path, nil, nil))
      let roll: JSON = "roll"
      for _ in 0..<3 {
        #expect(roll.withNode { kmk_store_send(store, $0.pointer, nil) } == KMK_OK)
      }
      let state = kmk_store_state(store)
      kmk_recorder_free(recorder)
      kmk_store_free(store)
      kmk_loop_free(loop)
      #expect(kmk_test_replay_at(path, kmk_feature("MixedReplay"), nil, nil, #fileID, #line))
      let replay = try #require(kmk_replay_open(path, kmk_feature("MixedReplay"), nil))
      #expect(kmk_replay_run(replay, .max, nil) == KMK_OK)
      #expect(kmk_replay_divergence(replay) == nil)
      let again = kmk_store_state(kmk_replay_store(replay))
      #expect(json_equal(state, again) == 1)
      kmk_json_release(state)
      kmk_json_release(again)
      kmk_replay_free(replay)
    }
  }
}
