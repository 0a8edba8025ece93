import Kumiki
import Testing

@Suite struct RunTests {
  @Test("B3: a body starts at the next dispatch, and sees the committed and reported state")
  func beginning() throws {
    let late = Late<StoreFixture<[String], String>>()
    let events = Record<String>()
    let fixture = try scripted { word in
      guard word == "tap" else { return .none }
      events("reduced")
      return .run { _ in events("began with \(late.value!.state)") }
    }
    late.value = fixture
    let subscription = fixture.store.subscribe { _ in events("told") }
    fixture.send("tap")
    #expect(events.entries == ["reduced", "told"])
    #expect(fixture.store.effectCount == 1)
    try fixture.settle()
    #expect(events.entries == ["reduced", "told", #"began with ["tap"]"#])
    #expect(fixture.store.effectCount == 0)
    subscription.cancel()
  }

  @Test func `B3: each action that a body sends to an idle store is its own burst`() throws {
    let fixture = try scripted { word in
      guard word == "tap" else { return .none }
      return .run { send in
        await send("a")
        await send("b")
      }
    }
    let bursts = Record<[String]>()
    let subscription = fixture.store.subscribe { bursts($0) }
    fixture.send("tap")
    try fixture.settle()
    #expect(bursts.entries == [["tap"], ["tap", "a"], ["tap", "a", "b"]])
    subscription.cancel()
  }

  @Test("B4: send returns after the action was reduced, so the next line sees its result")
  func sendReduces() throws {
    let late = Late<StoreFixture<Counter.State, Counter.Action>>()
    let seen = Record<Int>()
    let fixture = try StoreFixture(Counter.State()) {
      Counter()
      Reduce<Counter.State, Counter.Action> { _, action in
        guard action == .set(0) else { return .none }
        return .run { send in
          await send(.inc)
          seen(late.value!.state.count)
          await send(.inc)
          seen(late.value!.state.count)
        }
      }
    }
    late.value = fixture
    fixture.send(.set(0))
    try fixture.settle()
    #expect(seen.entries == [1, 2])
  }

  @Test func `B4: an action sent while the store is busy is buffered`() throws {
    let kept = Record<Send<String>>()
    let order = Record<String>()
    let fixture = try scripted { word in
      switch word {
      case "tap":
        return .run { send in
          kept(send)
          try await sleep(seconds: 1)
        }
      case "busy":
        kept.entries[0].deliver("x")
        order("after the send")
      default: order(word)
      }
      return .none
    }
    fixture.send("tap")
    try fixture.settle()
    fixture.send("busy")
    #expect(order.entries == ["after the send", "x"])
    #expect(fixture.state == ["tap", "busy", "x"])
  }

  @Test func `B40: the actions of one effect keep their order`() throws {
    let fixture = try StoreFixture([] as [Int]) {
      Reduce<[Int], Int> { numbers, number in
        numbers.append(number)
        guard number == 0 else { return .none }
        return .run { send in
          for number in 1...1000 { await send(number) }
        }
      }
    }
    fixture.send(0)
    try fixture.settle()
    #expect(fixture.state == Array(0...1000))
  }
}
