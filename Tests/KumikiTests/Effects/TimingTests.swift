import Testing

@testable import Kumiki
@testable import KumikiCore
@testable import KumikiLoop

/// Delay, debounce, throttle and timer.
@Suite struct TimingTests {
  typealias Fixture = StoreFixture<[Int], TimedRequest>

  /// A store in which each request returns what the test says.
  private func store(
    loop: Loop? = nil, _ effect: @escaping (Int) -> Effect<TimedRequest>
  ) throws -> Fixture {
    try Fixture([], loop: loop) {
      Reduce<[Int], TimedRequest> { state, action in
        switch action {
        case .request(let value): return effect(value)
        case .deliver(let value):
          state.append(value)
          return .none
        }
      }
    }
  }

  /// What was delivered, and when.
  private func deliveries(_ fixture: Fixture) -> [Handled<Int>] {
    fixture.timeline.compactMap {
      if case .deliver(let value) = $0.action { at($0.seconds, value) } else { nil }
    }
  }

  @Test("B29: a debounced effect begins when no request has come for a while: the last one's")
  func debounce() throws {
    let fixture = try store { .send(.deliver($0)).debounce(id: "d", for: .seconds(1)) }
    for value in 1...3 {
      fixture.send(.request(value))
      if value < 3 { try fixture.advance(seconds: 0.5) }
    }
    try fixture.advance(seconds: 5)
    #expect(deliveries(fixture) == [at(2, 3)])
    #expect(fixture.store.effectCount == 0)
  }

  @Test("B30: the body of a dropped request never begins")
  func lazyDebounce() throws {
    let begun = Record<Int>()
    let fixture = try store { value in
      .run { send in
        begun(value)
        await send(.deliver(value))
      }
      .debounce(id: "d", for: .seconds(1))
    }
    for value in 1...3 {
      fixture.send(.request(value))
      if value < 3 { try fixture.advance(seconds: 0.5) }
    }
    try fixture.advance(seconds: 5)
    #expect(begun.entries == [3])
    #expect(deliveries(fixture) == [at(2, 3)])
  }

  @Test("B29: a request also stops the effect that an earlier one has begun")
  func debounceStopsTheRunning() throws {
    let fixture = try store { value in
      .run { send in
        try await sleep(seconds: 2)
        await send(.deliver(value))
      }
      .debounce(id: "d", for: .seconds(1))
    }
    fixture.send(.request(1))
    try fixture.advance(seconds: 2)
    #expect(fixture.store.effectCount == 1)
    fixture.send(.request(2))
    try fixture.advance(seconds: 10)
    #expect(deliveries(fixture) == [at(5, 2)])
  }

  @Test("B29: a request that waits can be cancelled under its id")
  func cancelDebounce() throws {
    let fixture = try store {
      $0 == 0 ? .cancel(id: "d") : .send(.deliver($0)).debounce(id: "d", for: .seconds(1))
    }
    fixture.send(.request(1))
    fixture.send(.request(0))
    #expect(fixture.store.effectCount == 0)
    try fixture.advance(seconds: 5)
    #expect(deliveries(fixture) == [])
  }

  /// 1 at 0; 2 at 0, 3 at 0.25, 4 at 0.5, 5 at 0.75.
  private func fiveRequests(_ fixture: Fixture) throws {
    fixture.send(.request(1))
    for value in 2...5 {
      fixture.send(.request(value))
      try fixture.advance(seconds: 0.25)
    }
  }

  @Test("B31: throttled with latest, the last value of a window comes at its end")
  func latest() throws {
    let fixture = try store {
      .send(.deliver($0)).throttle(id: "t", for: .seconds(1), latest: true)
    }
    try fiveRequests(fixture)
    #expect(deliveries(fixture) == [at(0, 1), at(1, 5)])
    #expect(fixture.store.effectCount == 0)
    // That delivery opened the next window.
    try fixture.advance(seconds: 0.5)
    fixture.send(.request(6))
    try fixture.advance(seconds: 5)
    #expect(deliveries(fixture) == [at(0, 1), at(1, 5), at(2, 6)])
  }

  @Test("B32: throttled without latest, it is the first value that was held back")
  func first() throws {
    let fixture = try store {
      .send(.deliver($0)).throttle(id: "t", for: .seconds(1), latest: false)
    }
    try fiveRequests(fixture)
    #expect(deliveries(fixture) == [at(0, 1), at(1, 2)])
    try fixture.advance(seconds: 5)
    #expect(deliveries(fixture) == [at(0, 1), at(1, 2)])
  }

  @Test(
    "B32: a request made in answer to a held one is the first of the next window",
    arguments: [true, false])
  func answer(_ latest: Bool) throws {
    let fixture = try Fixture([]) {
      Reduce<[Int], TimedRequest> { state, action in
        switch action {
        case .request(let value):
          return .send(.deliver(value)).throttle(id: "t", for: .seconds(1), latest: latest)
        case .deliver(let value):
          state.append(value)
          return value == 2 ? .send(.request(3)) : .none
        }
      }
    }
    fixture.send(.request(1))
    fixture.send(.request(2))
    try fixture.advance(seconds: 5)
    #expect(deliveries(fixture) == [at(0, 1), at(1, 2), at(2, 3)])
    #expect(fixture.store.effectCount == 0)
  }

  @Test(
    "B33: a value that comes just when the window is over passes at once",
    arguments: [true, false])
  func exactly(_ latest: Bool) throws {
    let fixture = try store {
      .send(.deliver($0)).throttle(id: "t", for: .seconds(1), latest: latest)
    }
    fixture.send(.request(1))
    try fixture.advance(seconds: 1)
    fixture.send(.request(2))
    #expect(deliveries(fixture) == [at(0, 1), at(1, 2)])
  }

  @Test("B34: what a throttle remembers is its store's")
  func stores() throws {
    let first = try store { .send(.deliver($0)).throttle(id: "t", for: .seconds(1), latest: true) }
    let second = try store(loop: first.loop) {
      .send(.deliver($0)).throttle(id: "t", for: .seconds(1), latest: true)
    }
    first.send(.request(1))
    second.send(.request(2))
    #expect(deliveries(first) == [at(0, 1)])
    #expect(deliveries(second) == [at(0, 2)])
  }

  @Test(
    "B34: and its feature's: two rows under one id do not hold each other back",
    arguments: ["throttle", "debounce"])
  func features(_ kind: String) throws {
    let fixture = try StoreFixture(Rows.State(rows: [Rows.Row(1), Rows.Row(2)])) {
      Reduce<Rows.State, Rows.Action> { state, action in
        if case .remove(let id) = action { state.rows.remove(id: id) }
        if case .append(let row) = action { state.rows.append(row) }
        return .none
      }
      .forEach(\.rows, action: \.rows) {
        Reduce<Rows.Row, Counter.Action> { row, action in
          if action == .inc { row.counter.count += 1 }
          guard case .set = action else { return .none }
          return kind == "throttle"
            ? .send(.inc).throttle(id: "t", for: .seconds(1), latest: true)
            : .send(.inc).debounce(id: "t", for: .seconds(1))
        }
      }
    }
    fixture.send(.row(1, .set(0)))
    fixture.send(.row(2, .set(0)))
    if kind == "debounce" { try fixture.advance(seconds: 1) }
    #expect(fixture.counts == [1, 1])
    // A row that comes after another under its id remembers nothing.
    fixture.send(.remove(1))
    fixture.send(.append(Rows.Row(1)))
    fixture.send(.row(1, .set(0)))
    if kind == "debounce" { try fixture.advance(seconds: 1) }
    #expect(fixture.counts == [1, 1])
  }

  @Test("B35: a timer ticks first after one interval, and another under its id takes its place")
  func timer() throws {
    let fixture = try store {
      $0 == 0 ? .cancel(id: "t") : .timer(id: "t", every: .seconds(1), .deliver($0))
    }
    fixture.send(.request(1))
    #expect(deliveries(fixture) == [])
    try fixture.advance(seconds: 3)
    #expect(deliveries(fixture) == [at(1, 1), at(2, 1), at(3, 1)])
    try fixture.advance(seconds: 0.5)
    fixture.send(.request(2))
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 1)
    #expect(deliveries(fixture).last == at(4.5, 2))
    #expect(deliveries(fixture).count == 4)
    fixture.send(.request(0))
    #expect(fixture.store.effectCount == 0)
    try fixture.advance(seconds: 5)
    #expect(deliveries(fixture).count == 4)
  }

  @Test("B71: a timer that comes late ticks once, and keeps to its grid")
  func lateTimer() throws {
    let fixture = try store { .timer(id: "t", every: .seconds(1), .deliver($0)) }
    fixture.send(.request(1))
    try fixture.advance(seconds: 1)
    // As after a stop of the program: the clock has moved and nobody looked.
    fixture.loop.setVirtualNow(4_600_000_000)
    try fixture.settle()
    #expect(deliveries(fixture) == [at(1, 1), at(4.6, 1)])
    try fixture.advance(seconds: 2)
    #expect(deliveries(fixture) == [at(1, 1), at(4.6, 1), at(5, 1), at(6, 1)])
    // Late by less than an interval: nothing was missed.
    fixture.loop.setVirtualNow(7_900_000_000)
    try fixture.settle()
    try fixture.advance(seconds: 0.1)
    #expect(deliveries(fixture).suffix(2) == [at(7.9, 1), at(8, 1)])
  }

  @Test("B71: an advance over many intervals is no delay: each ticks at its moment")
  func advancedTimer() throws {
    let fixture = try store { .timer(id: "t", every: .seconds(1), .deliver($0)) }
    fixture.send(.request(1))
    try fixture.advance(seconds: 10.5)
    #expect(deliveries(fixture) == (1...10).map { at(Double($0), 1) })
  }

  @Test("B71: a grid at the end of time", arguments: [UInt64.max, UInt64.max - 1, 5] as [UInt64])
  func grid(now: UInt64) {
    #expect(TimerGrid(from: 3, interval: 1).next(after: now) == (now == .max ? .max : now + 1))
    #expect(TimerGrid(from: 3, interval: .max).next(after: 5) == .max)
    #expect(TimerGrid(from: 3, interval: 0).next(after: 3) == 4)
  }

  @Test("B36: a delay is each request's own, and drops none")
  func delay() throws {
    let fixture = try store { .send(.deliver($0)).delay(for: .seconds(1)) }
    fixture.send(.request(1))
    try fixture.advance(seconds: 0.5)
    fixture.send(.request(2))
    try fixture.advance(seconds: 5)
    #expect(deliveries(fixture) == [at(1, 1), at(1.5, 2)])
    #expect(fixture.store.effectCount == 0)
  }

  @Test("B36: deferred is a delay by another name")
  func deferred() throws {
    let fixture = try store { .send(.deliver($0)).deferred(for: .seconds(1)) }
    fixture.send(.request(1))
    try fixture.advance(seconds: 0.5)
    fixture.send(.request(2))
    try fixture.advance(seconds: 5)
    #expect(deliveries(fixture) == [at(1, 1), at(1.5, 2)])
  }

  @Test("B29, B31, B36: nothing is asked for by an effect that is none")
  func none() throws {
    let fixture = try store { value in
      switch value {
      case 1: .none.delay(for: .seconds(1))
      case 2: .none.throttle(id: "t", for: .seconds(1), latest: true)
      default: .none.debounce(id: "t", for: .seconds(1))
      }
    }
    for value in 1...3 { #expect(fixture.send(.request(value)).isFinished) }
    #expect(fixture.store.effectCount == 0)
  }

  @Test("B29, B31, B36: what waits ends with its store", arguments: 1...4)
  func end(_ kind: Int) throws {
    let fixture = try store { value in
      let effect = Effect<TimedRequest>.send(.deliver(value))
      return switch kind {
      case 1: effect.delay(for: .seconds(1))
      case 2: effect.throttle(id: "t", for: .seconds(1), latest: true)
      case 3: effect.debounce(id: "t", for: .seconds(1))
      default: .timer(id: "t", every: .seconds(1), .deliver(value))
      }
    }
    fixture.send(.request(1))
    fixture.send(.request(2))
    let count = fixture.actions.count
    weak let reference = fixture.store
    fixture.releaseStore()
    #expect(reference == nil)
    try fixture.advance(seconds: 5)
    #expect(fixture.actions.count == count)
  }
}

/// Asks for a delivery, and is delivered.
enum TimedRequest: Equatable, Sendable {
  case request(Int)
  case deliver(Int)
}
