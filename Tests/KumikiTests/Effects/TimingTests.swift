import Kumiki
import Testing

@testable import KumikiCore
@testable import KumikiLoop

/// Delay, debounce, throttle and timer.
@Suite struct TimingTests {
  typealias Fixture = StoreFixture<[Int], TimedRequest>

  /// A store in which each request returns the effect that the test chooses.
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

  /// The delivered values, and their times.
  private func deliveries(_ fixture: Fixture) -> [Handled<Int>] {
    fixture.timeline.compactMap {
      if case .deliver(let value) = $0.action { at($0.seconds, value) } else { nil }
    }
  }

  @Test func `B30: the body of a dropped request never starts`() throws {
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

  @Test func `B34: the state of a throttle belongs to its store`() throws {
    let first = try store { .send(.deliver($0)).throttle(id: "t", for: .seconds(1), latest: true) }
    let second = try store(loop: first.loop) {
      .send(.deliver($0)).throttle(id: "t", for: .seconds(1), latest: true)
    }
    first.send(.request(1))
    second.send(.request(2))
    #expect(deliveries(first) == [at(0, 1)])
    #expect(deliveries(second) == [at(0, 2)])
  }

  @Test func `B71: a late timer ticks once, and keeps its grid`() throws {
    let fixture = try store { .timer(id: "t", every: .seconds(1), .deliver($0)) }
    fixture.send(.request(1))
    try fixture.advance(seconds: 1)
    // As after a suspend of the program: the clock has moved without a dispatch.
    fixture.loop.time.move(to: 4_600_000_000)
    try fixture.settle()
    #expect(deliveries(fixture) == [at(1, 1), at(4.6, 1)])
    try fixture.advance(seconds: 2)
    #expect(deliveries(fixture) == [at(1, 1), at(4.6, 1), at(5, 1), at(6, 1)])
    // Late by less than an interval: nothing was missed.
    fixture.loop.time.move(to: 7_900_000_000)
    try fixture.settle()
    try fixture.advance(seconds: 0.1)
    #expect(deliveries(fixture).suffix(2) == [at(7.9, 1), at(8, 1)])
  }

  @Test func `B71: an advance over many intervals is not a delay: each tick is on time`() throws {
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

  @Test func `B36: deferred is a delay by another name`() throws {
    let fixture = try store { .send(.deliver($0)).deferred(for: .seconds(1)) }
    fixture.send(.request(1))
    try fixture.advance(seconds: 0.5)
    fixture.send(.request(2))
    try fixture.advance(seconds: 5)
    #expect(deliveries(fixture) == [at(1, 1), at(1.5, 2)])
  }
}

/// Requests a delivery, and is delivered.
enum TimedRequest: Equatable, Sendable {
  case request(Int)
  case deliver(Int)
}
