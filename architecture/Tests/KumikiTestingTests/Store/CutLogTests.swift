// Written by kumiki cut.
import CFeatures
import KumikiC
import KumikiJSON
import KumikiTesting
import Testing

@MainActor @Suite struct Cut_steps_1_to_6 {
  @Test func `Steps 1 to 6 of counter.log`() async throws {
    let state: JSON = ["count": 0]
    let store = try TestStore(initialState: state, feature: JSONFeature(consuming: c_counter()))
    // step 1, line 3
    await store.send("increment") {
      $0 = ["count": 1]
    }
    // step 2, line 4
    await store.send("save")
    // step 3, line 5
    await store.send(["answer": "increment"])
    // step 4, line 6
    await store.receive("increment") {
      $0 = ["count": 2]
    }
    // step 5, line 7
    await store.advance(by: .nanoseconds(1000000000))
    await store.receive(["saved": 1]) {
      $0 = ["count": 2, "saved": 1]
    }
    // step 6, line 8
    await store.send("save")
    await store.skipInFlightEffects(strict: false)  // effects that continue
    await store.finish()
  }
}
