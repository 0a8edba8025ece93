import Kumiki
import Testing

/// The send loop: the work that a send has done when it returns, and its order.
@Suite struct StoreSendTests {
  @Test("M12: a reducer may send, post, observe, subscribe, end a subscription and scope")
  func callsOfItsOwnStore() throws {
    let late = Late<StoreFixture<[String], String>>()
    let told = Record<String>()
    var subscriptions: [Subscription] = []
    let fixture = try scripted { word in
      guard word == "tap", let store = late.value?.store else { return .none }
      subscriptions[0].cancel()
      subscriptions.append(store.subscribe { told("new \($0.count)") })
      store.post("posted")
      store.send("sent")
      return .send("effect")
    }
    late.value = fixture
    subscriptions.append(fixture.store.subscribe { _ in told("ended") })
    subscriptions.append(fixture.store.observe(\.count) { told("count \($0)") })
    fixture.send("tap")
    #expect(fixture.state == ["tap", "sent", "effect"])
    #expect(told.entries == ["count 0", "count 3", "new 3"])
    try fixture.settle()
    #expect(fixture.state == ["tap", "sent", "effect", "posted"])
    #expect(told.entries.suffix(2) == ["count 4", "new 4"])
    #expect(fixture.codes == [])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test func `C29: 100 000 immediate follow-ups in a chain need no stack`() throws {
    let loop = try Loop(.virtual)
    let store = LoopStore<Int, String>(initialState: 0, loop: loop) {
      Reduce { count, _ in
        count += 1
        return count < 100_000 ? .send("incr") : .none
      }
    }
    store.send("incr")
    #expect(store.state == 100_000)
  }

  @Test func `C60: a burst ends at its bound, and the issue names the repeating actions`() throws {
    let loop = try Loop(.virtual)
    #expect(loop.burstLimit == 250_000)
    loop.burstLimit = 200
    let issues = Record<Kumiki.Issue>()
    loop.onIssue = { issues($0) }
    enum Ball { case once, ping, pong }
    let store = LoopStore<Int, Ball>(initialState: 0, loop: loop) {
      Reduce { count, ball in
        count += 1
        switch ball {
        case .once: return .none
        case .ping: return .send(.pong)
        case .pong: return .send(.ping)
        }
      }
    }
    store.send(.once)
    store.send(.ping)
    #expect(store.state == 201)
    #expect(issues.entries.map(\.code) == [.endlessBurst])
    #expect(issues.entries.first?.message.contains("went round: ping, pong") == true)
    #expect(issues.entries.first?.actionCase == "pong")
    loop.close()
  }

  @Test func `N16: a burst ends if the host ends it`() throws {
    let loop = try Loop(.virtual)
    let issues = Record<Kumiki.Issue>()
    loop.onIssue = { issues($0) }
    let store = try scripted(loop: loop) { $0 == "again" ? .send("again") : .none }
    var asked = 0
    loop.interrupt = {
      asked += 1
      return asked > 2
    }
    store.send("again")
    #expect(asked == 3)
    #expect(store.state.count == 48)
    #expect(issues.entries.map(\.code) == [.interruptedBurst])
    loop.interrupt = nil
    store.send("aside")
    #expect(store.state.count == 49)
    loop.close()
  }

  @Test func `N17: a store has at most as many effects in flight as its loop's limit`() throws {
    let loop = try Loop(.virtual)
    loop.effectLimit = 1
    let store = try scripted(loop: loop) { word in
      word == "wait" ? .after(seconds: 1, "done").catch { "failed: \($0)" } : .none
    }
    store.send("wait")
    store.send("wait")
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(store.store.effectCount == 1)
    #expect(
      store.state.last
        == "failed: 1 effects of the store are in flight, and its loop allows no more")
    try loop.advance(by: 1_000_000_000)
    #expect(store.state.last == "done")
    loop.close()
  }

  @Test("C61: waiting actions are dropped, observers are notified, and the store continues")
  func afterEndlessBurst() throws {
    let loop = try Loop(.virtual)
    loop.burstLimit = 10
    let issues = Record<Kumiki.Issue>()
    loop.onIssue = { issues($0) }
    let store = try scripted(loop: loop) { word in
      word == "again" ? .merge(.send("again"), .send("aside")) : .none
    }
    var told: [Int] = []
    let subscription = store.store.subscribe { words in
      told.append(words.count)
      // From the burst that has already ended: this is dropped too.
      if words.count == 10 { store.send("more") }
    }
    let task = store.send("again")
    #expect(store.state.count == 10)
    #expect(told == [10])
    #expect(task.isFinished)
    #expect(issues.entries.count == 1)
    store.send("once")
    #expect(told == [10, 11])
    #expect(issues.entries.count == 1)
    subscription.cancel()
    loop.close()
  }

  @Test func `C61: a store that should end with the burst ends even so`() throws {
    let loop = try Loop(.virtual)
    loop.burstLimit = 10
    let issues = Record<Kumiki.Issue>()
    loop.onIssue = { issues($0) }
    var ending: (() -> Void)?
    let store = try scripted(loop: loop) { word in
      ending?()
      return .send(word)
    }
    ending = { if store.state.isEmpty { store.store.end() } }
    store.send("again")
    #expect(store.store.effectCount == 0)
    loop.close()
    ending = nil
  }
}
