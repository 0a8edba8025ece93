import Kumiki
import KumikiTesting
import Testing

@MainActor @Suite struct TestStoreReceiveTests {
  @Test func `I3: each action of an effect comes with the state after it`() async {
    let store = counterStore()
    await store.send(.burst) { $0.count = 1 }
    #expect(store.state.count == 1)
    await store.receive(.first) { $0.count = 2 }
    #expect(store.state.count == 2)
    await store.receive(.second) { $0.count = 3 }
    await store.receive(.third) { $0.count = 4 }
    #expect(store.state.count == 4)
  }

  @Test("I4: another action at the head fails showing both; it is consumed and the state moves on")
  func another() async {
    let found = await messages {
      let store = counterStore()
      await store.send(.burst) { $0.count = 1 }
      await store.receive(.second) { $0.count = 2 }
      #expect(store.state.count == 2)
      await store.receive(.second) { $0.count = 3 }
      await store.receive(.third) { $0.count = 4 }
    }
    #expect(found.count == 1)
    #expect(
      found[0].contains("- Counter.Action.second") && found[0].contains("+ Counter.Action.first"))
  }

  @Test func `I4: what a received action changes must be said`() async {
    let found = await messages {
      let store = counterStore()
      await store.send(.burst) { $0.count = 1 }
      await store.receive(.first)
      await store.receive(.second) { $0.count = 7 }
      await store.receive(.third) { $0.count = 4 }
    }
    #expect(found.count == 2)
    #expect(found[0].contains("says nothing of it"))
    #expect(found[1].contains("-   count: 7") && found[1].contains("+   count: 3"))
  }

  @Test func `I60: so many of a case are received by what they change together`() async {
    let found = await messages {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Counter.Action> { state, action in
          if action == .noop { return .merge((1...4).map { .send(.set($0)) }) }
          state += 1
          return .none
        }
      }
      await store.send(.noop)
      await store.receive(\.set, count: 3) { $0 = 3 }
      #expect(store.state == 3)
      await store.receive(\.set, count: 2) { $0 = 5 }
      #expect(store.state == 4)
    }
    #expect(found.count == 1)
    #expect(found[0].contains("2 times, and it came 1 time"))
  }

  private func answering(_ action: Counter.Action) -> TestStoreOf<Counter> {
    TestStore(initialState: Counter.State()) {
      Reduce<Counter.State, Counter.Action> { state, received in
        if received == .noop { return .run { await $0(action) } }
        state.count = 9
        return .none
      }
    }
  }

  @Test func `I5: by value, by predicate, by case path, by case path and payload`() async {
    for match in 0..<4 {
      let store = answering(.set(9))
      await store.send(.noop)
      switch match {
      case 0: await store.receive(.set(9)) { $0.count = 9 }
      case 1: await store.receive({ $0 != .noop }) { $0.count = 9 }
      case 2: await store.receive(\.set) { $0.count = 9 }
      default: await store.receive(\.set, 9) { $0.count = 9 }
      }
    }
  }

  @Test func `I5: and each of them says what it wanted and what came`() async {
    var found: [String] = []
    for match in 0..<5 {
      found += await messages {
        let store = answering(.set(9))
        await store.send(.noop)
        switch match {
        case 0: await store.receive(.set(8))
        case 1: await store.receive { $0 == .noop }
        case 2: await store.receive(\.inc)
        case 3: await store.receive(\.set, 8)
        default: await store.receive(\.inc, timeout: .zero)
        }
      }
    }
    #expect(found.count == 5)
    for failure in [found[0], found[3]] {
      #expect(
        failure.contains("- Counter.Action.set(8)") && failure.contains("+ Counter.Action.set(9)"))
    }
    #expect(found[1].contains("an action that the predicate accepts"))
    #expect(found[2].contains("an action of the case \\.inc"))
    #expect(found[1...2].allSatisfy { $0.contains("received: Counter.Action.set(9)") })
  }

  @Test("I6: with an effect in flight a receive of nothing fails naming it and its action")
  func inFlight() async {
    let found = await messages {
      let store = counterStore()
      await store.send(.incAfter(10))
      await store.receive(.inc, timeout: .milliseconds(5))
      store.timeout = .milliseconds(5)
      await store.receive(.inc)
      await store.skipInFlightEffects()
    }
    #expect(found.count == 2 && found[0] == found[1])
    #expect(found[0].contains("Expected to receive Counter.Action.inc, and nothing came."))
    #expect(found[0].contains("1 effect is in flight"))
    #expect(found[0].contains("started by Counter.Action.incAfter(10)"))
    #expect(found[0].contains("advance(by:)"))
  }

  @Test func `I6: with none it says so, and waits for nothing`() async {
    let found = await messages {
      let store = counterStore()
      // If the test waited for it, the test would not end.
      store.timeout = .seconds(1_000_000)
      await store.send(.noop)
      await store.receive(\.inc)
    }
    #expect(found.count == 1)
    #expect(found[0].contains("No effect is in flight that could send it"))
  }

  @Test("I6: an effect that works on another thread is waited for, and what it sends is received")
  func otherThreads() async {
    let gate = Gate()
    let store = TestStore(initialState: "") {
      Reduce<String, String> { state, word in
        if word == "go" { return .run { await $0(await gate.wait()) } }
        state = word
        return .none
      }
    }
    store.timeout = .seconds(1_000_000)
    let task = await store.send("go")
    gate.open(with: "done", fromAnotherThreadAfterTurns: 3)
    await store.receive("done") { $0 = "done" }
    await task.finish()
    await store.finish()
  }

  @Test func `I10: so is it by finish`() async {
    let gate = Gate()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { _, _ in .run { _ in _ = await gate.wait() } }
    }
    store.timeout = .seconds(1_000_000)
    let task = await store.send(1)
    gate.open(with: "", fromAnotherThreadAfterTurns: 3)
    await task.finish()
    #expect(task.isFinished)
    await store.finish()
  }

  @Test func `I6: an effect that passes through the main actor is waited for`() async {
    let store = counterStore()
    await store.send(.elsewhere)
    await store.receive(.inc) { $0.count = 1 }
  }

  @Test func `I20: another presentation with the same state is no difference`() async {
    struct Screen: Equatable { @PresentationState var sheet: Int? }
    let store = TestStore(initialState: Screen(sheet: 1)) {
      Reduce<Screen, Int> { state, _ in
        state.sheet = nil
        state.sheet = 1
        return .none
      }
    }
    await store.send(0)
    let found = await messages {
      let store = TestStore(initialState: Screen(sheet: 1)) {
        Reduce<Screen, Int> { state, number in
          state.sheet = number
          return .none
        }
      }
      await store.send(2) { $0.sheet = 3 }
    }
    #expect(found.count == 1)
    #expect(found[0].contains("3") && !found[0].contains("id"))
  }

  @Test func `I20: another id of a path's element is one`() async {
    let replacing = Reduce<StackState<String>, Int> { path, _ -> Effect<Int> in
      _ = path.popLast()
      path.append("a")
      return .none
    }
    let found = await messages {
      let store = TestStore(initialState: StackState(["a"])) { replacing }
      await store.send(0)
    }
    #expect(found.count == 1)
    #expect(found[0].contains("#0") && found[0].contains("#1"))
  }
}
