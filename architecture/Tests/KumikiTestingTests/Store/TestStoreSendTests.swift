import Kumiki
import KumikiTesting
import Testing

@MainActor @Suite struct TestStoreSendTests {
  @Test func `I1: the expectation edits the state before the action into the one after it`() async {
    let store = counterStore(count: 1)
    await store.send(.inc) {
      #expect($0.count == 1)
      $0.count = 2
    }
    await store.send(\.set, 5) { $0.count = 5 }
    await store.send(\.inc) { $0.count = 6 }
    #expect(store.state.count == 6)
  }

  @Test func `I1: a wrong expectation fails with both values, at the send`() async throws {
    var line = 0
    let found = await reports {
      let store = counterStore()
      await store.send(.inc) { $0.count = 3 }; line = #line
    }
    let report = try #require(found.first)
    #expect(found.count == 1 && report.line == line && !report.isWarning)
    #expect(report.message.contains("-   count: 3"))
    #expect(report.message.contains("+   count: 1"))
  }

  @Test func `I1: after a failure the test goes on from the real state`() async {
    let found = await messages {
      let store = counterStore()
      await store.send(.inc) { $0.count = 3 }
      await store.send(.inc) { $0.count = 2 }
    }
    #expect(found.count == 1)
  }

  @Test("I2: a change that nothing is said of fails, and so does one that did not happen")
  func unsaid() async {
    let unsaid = await messages {
      let store = counterStore()
      await store.send(.inc)
    }
    #expect(unsaid.count == 1)
    #expect(unsaid[0].contains("changed the state, and the test says nothing of it"))
    #expect(unsaid[0].contains("-   count: 0") && unsaid[0].contains("+   count: 1"))

    let missing = await messages {
      let store = counterStore()
      await store.send(.noop) { $0.count = 0 }
    }
    #expect(missing.count == 1)
    #expect(missing[0].contains("was expected to change the state, and it changed nothing"))
  }

  @Test("I7: a send fails while an action is not received, naming it; the test goes on")
  func unreceived() async {
    let found = await messages {
      let store = counterStore()
      await store.send(.burst) { $0.count = 1 }
      await store.send(.inc) { $0.count = 5 }
    }
    #expect(found.count == 1)
    #expect(found[0].contains("3 actions came from effects and were not received before this send"))
    #expect(found[0].contains("Counter.Action.second"))
  }

  @Test func `I16: an error thrown by an expectation is a failure, and the test goes on`() async {
    struct Broken: Error {}
    let found = await messages {
      let store = counterStore()
      await store.send(.inc) { _ in throw Broken() }
      await store.send(.inc) { $0.count = 2 }
    }
    #expect(found.count == 1)
    #expect(found[0].contains("failed with an error") && found[0].contains("Broken()"))
  }

  @Test("I17: ids that an expectation takes are the reducer's, and do not disturb the sequence")
  func generators() async {
    let store = counterStore { $0.uuid = .incrementing }
    await store.send(.takeID) { state in
      let uuid = DependencyValues.current.uuid
      let ids = [uuid(), uuid(), uuid()]
      #expect(ids.map(\.low) == [0, 1, 2])
      state.ids = [ids[0]]
    }
    await store.send(.takeID) { $0.ids.append(UniqueID(high: 0, low: 1)) }
  }

  @Test func `I17: nor those of a path's elements, nor those taken by an assertion`() async {
    let store = TestStore(initialState: StackState<Int>()) {
      Reduce<StackState<Int>, Int> { path, number in
        path.append(number)
        return .none
      }
    }
    await store.send(7) { $0.append(7) }
    store.assert { state in
      state.append(8)
      _ = state.popLast()
    }
    await store.send(9) { $0.append(9) }
    #expect(store.state.ids == [0, 1])
  }

  @Test func `H12: a dependency that is changed midway holds from the next action on`() async {
    let store = counterStore { $0.date = .constant(1) }
    await store.send(.stamp) { $0.stamp = 1 }
    store.dependencies.date = .constant(2)
    #expect(store.state.stamp == 1)
    await store.send(.stamp) { $0.stamp = 2 }
  }

  @Test("H1: what is set around a test store holds in it, and yields to what is set for it")
  func surroundings() async {
    await withDependencies {
      $0.date = .constant(1)
      $0.uuid = .constant(UniqueID(high: 0, low: 7))
    } operation: {
      let store = counterStore { $0.date = .constant(2) }
      await store.send(.stamp) { $0.stamp = 2 }
      await store.send(.takeID) { $0.ids = [UniqueID(high: 0, low: 7)] }
    }
  }

  @Test func `H6: a dependency that nobody set is a failure naming it`() async {
    let found = await messages {
      let store = counterStore()
      await store.send(.takeID) { $0.ids = [UniqueID(high: 0, low: 0)] }
    }
    #expect(found.count == 1)
    #expect(found[0].contains("unimplemented-dependency") && found[0].contains("\"uuid\""))
  }

  @Test func `H13: the dependencies are set once`() async {
    var calls = 0
    let store = counterStore { _ in calls += 1 }
    await store.send(.inc) { $0.count = 1 }
    #expect(calls == 1)
  }

  @Test("I18: a feature that dismisses itself is dismissed: its effects end, later sends fail")
  func dismissal() async {
    let found = await messages {
      let store = counterStore()
      let timer = await store.send(.startTimer)
      #expect(!timer.isFinished)
      await store.send(.close)
      #expect(timer.isFinished)
      await store.finish()
      await store.send(.inc) { $0.count = 1 }
    }
    #expect(found.count == 1)
    #expect(found[0].contains("Counter.Action.inc was sent to a feature that has dismissed itself"))
  }
}
