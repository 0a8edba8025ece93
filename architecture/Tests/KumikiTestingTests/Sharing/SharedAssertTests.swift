import Kumiki
import KumikiTesting
import Testing

@MainActor @Suite struct SharedAssertTests {
  private typealias Counter = SharedTestStoreTests.Counter

  private func store() -> TestStoreOf<Counter> {
    TestStore(initialState: Counter.State()) { Counter() }
  }

  @Test func `K16: what an effect has written is said once, from what the test knew`() async {
    let log = await messages {
      let store = store()
      await store.send(.addLater)
      await store.finish()
      store.state.$count.assert { $0 += 10 }
      await store.send(.add) { $0.$count.withLock { $0 = 11 } }
    }
    #expect(log.isEmpty, "\(log)")
  }

  @Test func `K16: another value is a failure that shows both`() async {
    let log = await messages {
      let store = store()
      await store.send(.addLater)
      await store.finish()
      store.state.$count.assert { $0 = 7 }
    }
    #expect(log.contains { $0.contains("7") && $0.contains("10") }, "\(log)")
  }

  @Test func `K16: a part of a value, and one that no store has written`() async {
    struct Pair: Equatable, Sendable { var left = 1, right = 2 }
    @Shared(.inMemory("pair")) var pair = Pair()
    let log = await messages {
      $pair.assert { $0.left = 1 }
      $pair.right.assert { $0 = 3 }
    }
    #expect(log.count == 1)
  }
}
