import CKumiki
import Kumiki
import KumikiC
import KumikiJSON
import KumikiTesting
import Testing

/// Records whether it was run with the context of a step, as a program's features are.
private struct Probe: Reducer {
  typealias Body = Never

  final class Notes: @unchecked Sendable { var areHandedDown: [Bool] = [] }

  let notes: Notes

  func reduce(into _: inout Int, action _: Int) -> Effect<Int> {
    notes.areHandedDown.append(false)
    return .none
  }

  func _step(into _: inout Int, action _: Int, in _: StepContext) -> Effect<Int> {
    notes.areHandedDown.append(true)
    return .none
  }
}

@MainActor @Suite struct TestStorePathTests {
  @Test func `A feature in a test store takes the path that it takes in a program`() async {
    let notes = Probe.Notes()
    let store = TestStore(initialState: 0) { Probe(notes: notes) }
    await store.send(1)
    #expect(notes.areHandedDown == [true])
  }

  @Test func `So does a feature in Swift whose store a C program opens`() async {
    // C's loop takes over the process's main actor.
    await #expect(processExitsWith: .success) {
      let notes = Probe.Notes()
      try registerFeature("TestStorePathTests", initialState: 0) { Probe(notes: notes) }
      let loop = try #require(kmk_loop_new_virtual(nil))
      let store = try #require(kmk_store_open(loop, "TestStorePathTests", nil, nil))
      let action = JSON(integerLiteral: 1)
      #expect(action.withNode { kmk_store_send(store, $0.pointer, nil) } == KMK_OK)
      #expect(notes.areHandedDown == [true])
      kmk_store_free(store)
      kmk_loop_free(loop)
    }
  }
}
