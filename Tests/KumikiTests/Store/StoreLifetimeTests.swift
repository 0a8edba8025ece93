import Kumiki
import Testing

/// The end of a store, and the references that delay it.
@Suite struct StoreLifetimeTests {
  @Test("C23: releasing a store cancels every running effect, and no function is called after it")
  func release() throws {
    let cancelled = Record<String>()
    let store = try scripted { word in
      guard word != "late" else { return .none }
      return .run { send in
        await withTaskCancellationHandler {
          await sleepDeafToCancellation(seconds: 1)
        } onCancel: {
          cancelled(word)
        }
        await send("late")
      }
    }
    for word in ["one", "two", "three"] { store.send(word) }
    try store.settle()
    #expect(store.store.effectCount == 3)
    weak let reference = store.store
    store.releaseStore()
    #expect(reference == nil)
    #expect(cancelled.entries == ["one", "two", "three"])
    try store.advance(seconds: 5)
    #expect(cancelled.entries == ["one", "two", "three"])
    #expect(store.actions == ["one", "two", "three"])
    #expect(store.codes == [])
  }

  @Test func `C23: a closed loop ends its stores in the same way`() throws {
    let cancelled = Record<String>()
    let store = try scripted { word in
      .run { _ in
        await withTaskCancellationHandler {
          try? await sleep(seconds: 1)
        } onCancel: {
          cancelled(word)
        }
      }
    }
    for word in ["one", "two", "three"] { store.send(word) }
    try store.settle()
    store.loop.close()
    #expect(cancelled.entries == ["one", "two", "three"])
    #expect(store.store.effectCount == 0)
    store.send("after the end")
    #expect(store.actions == ["one", "two", "three"])
  }

  @Test(
    "C36: a loop closed by a reducer ends its stores as usual, and drops what is buffered"
  )
  func loopClosedInAReducer() throws {
    let late = Late<StoreFixture<[String], String>>()
    let store = try scripted { word in
      guard word == "tap" else { return .none }
      late.value?.send("buffered")
      late.value?.store.loop.close()
      return .send("follow")
    }
    late.value = store
    let idle = LoopStore(initialState: 0, loop: store.store.loop) {
      Reduce<Int, Int> { state, number in
        state += number
        return .none
      }
    }
    var seen: [[String]] = []
    let subscription = store.store.subscribe {
      seen.append($0)
      idle.send(1)
    }
    store.send("tap")
    #expect(store.actions == ["tap"])
    #expect(seen == [["tap"]])
    #expect(idle.state == 0)
    #expect(store.store.loop.isClosed)
    withExtendedLifetime(subscription) {}
  }

  @Test func `C24: the last reference may be released inside a burst`() throws {
    var owned: LoopStore<Int, Int>? = LoopStore(initialState: 0, loop: try Loop(.virtual)) {
      Reduce { state, number in
        state += number
        return .never
      }
    }
    weak let reference = owned
    var seen: [Int] = []
    var subscription: Subscription?
    subscription = owned?.subscribe { state in
      seen.append(state)
      owned = nil
      subscription = nil
    }
    owned?.send(1)
    #expect(seen == [1])
    #expect(subscription == nil)
    #expect(reference == nil)
  }

  @Test func `C25: a subscription keeps its store alive until it is cancelled`() throws {
    let loop = try Loop(.virtual)
    var seen: [Int] = []
    var owned: LoopStore<Int, Int>? = LoopStore(initialState: 0, loop: loop) {
      Reduce { state, number in
        state = number
        return number == 1 ? .after(seconds: 1, 2) : .none
      }
    }
    weak let reference = owned
    let subscription = owned?.subscribe { seen.append($0) }
    owned?.send(1)
    owned = nil
    #expect(reference != nil)
    try loop.advance(by: 1_000_000_000)
    #expect(seen == [1, 2])
    subscription?.cancel()
    #expect(reference == nil)
  }

  @Test func `C25: the end of a subscription frees the store and everything with it`() async {
    await #expect(processExitsWith: .success) {
      try expectNoLeak {
        let loop = try Loop(.virtual)
        var owned: LoopStore<Sheet.State, Sheet.Action>? = LoopStore(
          initialState: Sheet.State(destination: .counter(count: 0)), loop: loop
        ) { Sheet.reducer(.modern) }
        let subscriptions = [
          owned?.subscribe { _ in },
          owned?.observe {
            $0.log.count
          } onChange: { _ in
          },
        ]
        owned?.send(.counter(.startTimer))
        owned?.send(.counter(.incAfter(2)))
        try loop.advance(by: 1_500_000_000)
        owned = nil
        for subscription in subscriptions { subscription?.cancel() }
        loop.close()
      }
    }
  }
}
