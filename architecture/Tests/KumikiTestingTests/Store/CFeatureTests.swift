import CFeatures
import KumikiC
import KumikiJSON
import KumikiTesting
import Testing

@MainActor @Suite struct CFeatureTests {
  private func store() throws -> TestStore<JSON, JSON> {
    try TestStore(initialState: ["count": 0], feature: JSONFeature(consuming: c_counter()))
  }

  @Test func `A feature written in C is tested from Swift: state, effects and time`() async throws {
    let store = try store()
    await store.send("increment") { $0 = ["count": 1] }
    await store.send("save")
    await store.advance(by: .seconds(1))
    await store.receive(["saved": 1]) { $0 = ["count": 1, "saved": 1] }
    await store.finish()
  }

  @Test(
    "Its failures show the lines of the states that differ, and the action that started an effect")
  func failures() async throws {
    let found = try await messages {
      let store = try store()
      await store.send("increment") { $0 = ["count": 2] }
      await store.send("save")
      await store.send(["no": 1, "action": 2])
    }
    #expect(found.count == 3)
    #expect(found[0].contains("-   \"count\": 2\n") && found[0].contains("+   \"count\": 1\n"))
    #expect(found[1].contains("does not fit the feature"))
    #expect(found[2].contains("started by \"save\""))
  }

  @Test func `M10: what it sends is received in any spelling of one action`() async throws {
    let found = try await messages {
      let store = try store()
      let forms: [JSON] = ["done", ["done": nil], ["done": [:]]]
      for sent in forms {
        for expected in forms {
          await store.send(["answer": sent])
          await store.receive(expected)
        }
      }
      await store.send(["answer": "done"])
      await store.receive("undone")
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("Another action was received") == true)
  }

  @Test func `A reducer that is not there is an error, not a crash`() {
    #expect(throws: (any Error).self) { _ = try JSONFeature(consuming: nil) }
  }
}
