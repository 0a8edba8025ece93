import Kumiki
import Testing

/// Another reducer for an open store.
@Suite struct StoreReplaceTests {
  /// Counts in tens, and otherwise like the counter.
  struct Tens: Reducer {
    var body: some Reducer<Counter.State, Counter.Action> {
      Counter()
      Reduce { state, action in
        if action == .inc { state.count += 9 }
        return .none
      }
    }
  }

  private func counter() throws -> StoreFixture<Counter.State, Counter.Action> {
    try StoreFixture(Counter.State()) { Counter() }
  }

  @Test func `R1: the state stays, and the new reducer handles the next action`() throws {
    let fixture = try counter()
    fixture.send(.inc)
    try fixture.store.replaceReducer { Tens() }
    #expect(fixture.state.count == 1)
    fixture.send(.inc)
    #expect(fixture.state.count == 11)
    try fixture.store.replaceReducer { Counter() }
    fixture.send(.inc)
    #expect(fixture.state.count == 12)
  }

  @Test("R2: running and waiting effects end, none of them continues, and the tasks are finished")
  func effects() throws {
    let fixture = try scripted { word in
      switch word {
      case "go":
        .merge(.after(seconds: 1, "late").concatenate(with: .send("next")), .everySecond("tick"))
      case "throttled": .send("passed").throttle(id: "window", for: .seconds(9), latest: true)
      default: .none
      }
    }
    let task = fixture.send("go")
    try fixture.settle()
    let waiting = fixture.send("go")
    fixture.send("throttled")
    fixture.send("throttled")
    try fixture.store.replaceReducer {
      Reduce<[String], String> { words, word in
        words.append("new \(word)")
        return word == "throttled"
          ? .send("passed").throttle(id: "window", for: .seconds(9), latest: true) : .none
      }
    }
    #expect(fixture.store.effectCount == 0)
    #expect(task.isFinished)
    #expect(waiting.isFinished)
    let before = fixture.state
    try fixture.advance(seconds: 20)
    #expect(fixture.state == before)
    fixture.send("throttled")
    #expect(fixture.state == before + ["new throttled", "new passed"])
  }

  @Test("R4: a busy store, a store that has ended and a scoped store refuse another reducer")
  func refused() throws {
    let late = Late<LoopStore<[String], String>>()
    let refusals = Record<StoreError?>()
    let replace: @Sendable () -> Void = {
      do throws(StoreError) {
        try late.value?.replaceReducer { EmptyReducer<[String], String>() }
        refusals(nil)
      } catch {
        refusals(error)
      }
    }
    let fixture = try scripted { word in
      if word == "step" { replace() }
      return word == "effect" ? .run { _ in replace() } : .none
    }
    late.value = fixture.store
    fixture.send("step")
    let subscription = fixture.store.subscribe { _ in replace() }
    fixture.send("told")
    subscription.cancel()
    let part = fixture.store.scope(state: { $0.count }, action: { (word: String) in word })
    #expect(throws: StoreError.scoped) { try part.replaceReducer { EmptyReducer() } }
    nonisolated(unsafe) let store = fixture.store
    OtherThread.run {
      #expect(throws: StoreError.wrongThread) { try store.replaceReducer { EmptyReducer() } }
    }
    #expect(refusals.entries == [.busy, .busy])
    fixture.send("effect")
    try fixture.settle()
    #expect(refusals.entries == [.busy, .busy, nil])
    fixture.send("dropped")
    #expect(fixture.state == ["step", "told", "effect"])
    fixture.store.end()
    #expect(throws: StoreError.ended) { try fixture.store.replaceReducer { EmptyReducer() } }
  }

  @Test func `R5: a presentation keeps its id, and its effects end`() throws {
    let fixture = try StoreFixture(CounterHost.State()) { CounterHost() }
    fixture.send(.assign(Counter.State()))
    fixture.send(.counter(.presented(.startTimer)))
    try fixture.advance(seconds: 1)
    let id = fixture.state.$counter.id
    try fixture.store.replaceReducer { CounterHost() }
    try fixture.advance(seconds: 5)
    #expect(fixture.state.$counter.id == id)
    #expect(fixture.state.counter?.count == 1)
    #expect(fixture.store.effectCount == 0)
    fixture.send(.counter(.presented(.startTimer)))
    try fixture.advance(seconds: 1)
    #expect(fixture.state.counter?.count == 2)
    fixture.send(.counter(.dismiss))
    #expect(fixture.store.effectCount == 0)
  }

  @Test("R6: observers, scoped stores, dependencies and posts stay, without notifications")
  func goingOn() throws {
    let fixture = try StoreFixture(CounterHost.State()) { CounterHost() }
    fixture.send(.assign(Counter.State()))
    let child = try #require(fixture.store.scope(state: \.counter, action: \.counter))
    var bursts = 0
    var counts: [Int] = []
    let held = [
      fixture.store.subscribe { _ in bursts += 1 },
      child.observe(\.count) { counts.append($0) },
    ]
    fixture.store.post(.counter(.presented(.inc)))
    try fixture.store.replaceReducer { CounterHost() }
    #expect(bursts == 0)
    try fixture.settle()
    child.send(.inc)
    #expect(counts == [0, 1, 2])
    #expect(bursts == 2)
    withExtendedLifetime(held) {}
  }

  @Test("R6: the dependencies that a store was made with are in force for the new reducer")
  func dependencies() throws {
    let fixture = try StoreFixture(
      Counter.State(), reducer: { Counter() }, withDependencies: { $0.isPresented = true })
    try fixture.store.replaceReducer { Counter() }
    fixture.send(.whoami)
    #expect(fixture.state.isPresented == true)
  }

  @Test func `R9: the new reducer handles actions sent while the old reducer ends`() throws {
    let late = Late<LoopStore<[String], String>>()
    let fixture = try scripted { _ in
      .run { _ in
        await withTaskCancellationHandler {
          try? await Task.sleep(for: .seconds(9))
        } onCancel: {
          late.value?.send("cancelled")
        }
      }
    }
    late.value = fixture.store
    fixture.send("go")
    try fixture.settle()
    try fixture.store.replaceReducer {
      Reduce<[String], String> { words, word in
        words.append("new \(word)")
        return .none
      }
    }
    #expect(fixture.state == ["go", "new cancelled"])
  }
}
