import Kumiki
import Testing

/// Stores and threads other than their loop's.
@Suite struct StoreThreadTests {
  @Test func `C10: posts of several threads are all handled, each as its own burst`() throws {
    let fixture = try StoreFixture(Counter.State()) { Counter() }
    nonisolated(unsafe) let store = fixture.store
    var notifications = 0
    var last = 0
    let subscription = store.subscribe {
      notifications += 1
      last = $0.count
    }
    let threads = (0..<8).map { _ in
      OtherThread { for _ in 0..<10_000 { store.post(.inc) } }
    }
    // Some arrive while the loop runs, the rest afterwards.
    try fixture.settle()
    for thread in threads { thread.join() }
    try fixture.settle()
    #expect(fixture.state.count == 80_000)
    #expect(last == 80_000)
    #expect(notifications == 80_000)
    subscription.cancel()
  }

  @Test func `C10: posts wait for the loop's next dispatch and keep their order`() throws {
    let fixture = try scripted { $0 == "a" ? .send("after a") : .none }
    nonisolated(unsafe) let store = fixture.store
    fixture.store.post("own")
    OtherThread.run { for word in ["a", "b", "c"] { store.post(word) } }
    #expect(fixture.actions == [])
    try fixture.settle()
    #expect(fixture.state == ["own", "a", "after a", "b", "c"])
  }

  @Test func `C11: a send from another thread is refused: an issue, and nothing else`() throws {
    let fixture = try scripted { _ in .after(seconds: 1, "late") }
    nonisolated(unsafe) let store = fixture.store
    var notifications = 0
    let subscription = store.subscribe { _ in notifications += 1 }
    let refused = Record<Bool>()
    OtherThread.run {
      let task = store.send("tap")
      refused(task.isFinished)
    }
    try fixture.settle()
    #expect(refused.entries == [true])
    #expect(fixture.codes == [.offThread])
    #expect(fixture.state == [])
    #expect(fixture.actions == [])
    #expect(notifications == 0)
    #expect(fixture.store.effectCount == 0)

    // The store works as before.
    fixture.send("tap")
    #expect(fixture.state == ["tap"])
    subscription.cancel()
  }

  @Test func `C11: every other call is refused too`() throws {
    let fixture = try scripted { $0 == "tap" ? .after(seconds: 1, "late") : .none }
    let task = fixture.store.send("tap")
    nonisolated(unsafe) let store = fixture.store
    let refused = Record<Bool>()
    OtherThread.run {
      refused(store.state == [])
      refused(store.effectCount == 0)
      store.subscribe { _ in refused(false) }.cancel()
      refused(!store.hasState)
      store.end()
    }
    try fixture.settle()
    #expect(refused.entries == [true, true, true])
    #expect(fixture.codes == Array(repeating: .offThread, count: 5))
    #expect(!task.isFinished)
    try fixture.advance(seconds: 1)
    #expect(fixture.state == ["tap", "late"])
  }

  @Test func `M14: a state that was read stays unchanged, and may be read on any thread`() throws {
    struct Pair: Equatable {
      var left = [0]
      var right = [0]
    }
    let loop = try Loop(.virtual)
    defer { loop.close() }
    let store = LoopStore<Pair, Int>(initialState: Pair(), loop: loop) {
      Reduce { pair, number in
        pair.left[0] = number
        pair.right[0] = number
        return .none
      }
    }
    let snapshots = Exchange<Pair>()
    let seen = Record<Int>()
    let reader = OtherThread {
      while let pair = snapshots.take() {
        seen(pair.left[0] == pair.right[0] ? pair.left[0] : -1)
      }
    }
    for number in 1...10_000 {
      store.send(number)
      snapshots.put(store.state)
    }
    snapshots.put(nil)
    reader.join()
    #expect(seen.entries == Array(1...10_000))
  }
}
