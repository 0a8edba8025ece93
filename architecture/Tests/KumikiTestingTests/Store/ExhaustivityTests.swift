import Kumiki
import KumikiTesting
import Testing

@MainActor @Suite struct ExhaustivityTests {
  @Test func `I13: only what a test states must hold; the rest is no failure`() async {
    let store = counterStore()
    store.exhaustivity = .off
    await store.send(.inc)
    await store.send(.burst)
    await store.receive(.third) { $0.count = 5 }
    await store.send(.burst)
    await store.send(.set(7)) { $0.count = 7 }
    await store.send(.startTimer)
    await store.finish(timeout: .zero)
    await store.send(.burst)
  }

  @Test func `I13: an expectation is applied to the state after the action, and only that`() async {
    let store = TestStore(initialState: [1, 2]) {
      Reduce<[Int], Int> { state, number in
        state = [number, number]
        return .none
      }
    }
    store.exhaustivity = .off
    await store.send(5) { $0[1] = 5 }
  }

  @Test func `I13: a wrong statement fails, and so does an action that never came`() async {
    let found = await messages {
      let store = counterStore()
      store.exhaustivity = .off
      await store.send(.inc) { $0.count = 4 }
      await store.send(.burst)
      await store.receive(.tick)
    }
    #expect(found.count == 2)
    #expect(found[0].contains("-   count: 4") && found[0].contains("+   count: 1"))
    #expect(found[1].contains("None of the received actions is the expected one"))
    #expect(found[1].contains("expected: Counter.Action.tick"))
  }

  @Test func `I13: what was skipped is shown as warnings where the test asks for it`() async {
    let found = await reports {
      let store = counterStore()
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.inc)
      await store.send(.burst) { $0.count = 2 }
      await store.receive(.second) { $0.count = 4 }
      await store.send(.startTimer)
    }
    #expect(found.filter { !$0.isWarning }.isEmpty)
    let expected = [
      "Not asserted: what else Counter.Action.inc changed", "Skipped 1 received action",
      "1 action came from effects and was not received before this send",
      "An effect is still running at the end of the test",
    ]
    #expect(found.count == expected.count)
    for (report, text) in zip(found, expected) { #expect(report.message.contains(text)) }
  }

  @Test("I13: what is skipped without warnings is behind the test, at a send and at finish")
  func silent() async {
    let store = counterStore()
    store.exhaustivity = .off
    await store.send(.burst)
    await store.send(.noop)
    #expect(store.state.count == 4)
    store.exhaustivity = .on
    await store.send(.inc) { $0.count = 5 }
    store.exhaustivity = .off
    await store.send(.burst)
    await store.finish()
    store.exhaustivity = .on
    await store.send(.inc) { $0.count = 10 }
  }

  @Test func `I14: it can be changed midway, and for a block`() async {
    let found = await messages {
      let store = counterStore()
      await store.withExhaustivity(.off) {
        await store.send(.inc)
      }
      #expect(store.exhaustivity == .on)
      await store.send(.inc)
      store.exhaustivity = .off
      await store.send(.inc)
      store.withExhaustivity(.on) { #expect(store.exhaustivity == .on) }
      store.exhaustivity = .on
      await store.send(.inc) { $0.count = 4 }
    }
    #expect(found.count == 1)
  }
}
