import Kumiki
import Testing

/// `finish`: effects that wait for a time start immediately, and are waited for.
@Suite struct LoopFinishTests {
  enum Action: Equatable {
    case delay, debounce, throttle, timer, again, poll, sleep, save, done(String)
  }
  typealias Fixture = StoreFixture<Int, Action>

  private func store() throws -> Fixture {
    try Fixture(0) {
      Reduce<Int, Action> { _, action in
        switch action {
        case .delay: .send(.done("delay")).delay(for: .seconds(3))
        case .debounce: .send(.done("debounce")).debounce(id: 1, for: .seconds(1))
        case .throttle: .send(.done("throttle")).throttle(id: 2, for: .seconds(2), latest: true)
        case .timer: .timer(id: 3, every: .seconds(1), .done("timer"))
        case .again: .send(.again).delay(for: .seconds(1))
        case .poll: .send(.poll).delay(for: .zero)
        case .sleep:
          .run { send in
            try await KumikiTests.sleep(seconds: 1)
            await send(.done("sleep"))
          }
        case .save:
          .run { send in
            try await KumikiTests.sleep(seconds: 1)
            await send(.done("save"))
          }
          .awaited()
        case .done: .none
        }
      }
    }
  }

  private func done(_ fixture: Fixture) -> [String] {
    fixture.actions.compactMap { if case .done(let what) = $0 { what } else { nil } }
  }

  @Test func `W10: effects that wait for a time start immediately, by their times`() throws {
    let fixture = try store()
    for action in [.delay, .debounce, .throttle, .throttle, .debounce] as [Action] {
      fixture.send(action)
    }
    try fixture.loop.finish(timeoutMilliseconds: 0)
    #expect(done(fixture) == ["throttle", "debounce", "throttle", "delay"])
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.loop.now == 0)
  }

  @Test func `W17: effects that wait for a time are dropped if the program requests it`() throws {
    let fixture = try store()
    for action in [.delay, .debounce, .throttle, .throttle, .timer] as [Action] {
      fixture.send(action)
    }
    try fixture.loop.finish(timeoutMilliseconds: 0, .dropsDelayed)
    #expect(done(fixture) == ["throttle"])
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 10)
    #expect(Set(done(fixture)) == ["throttle", "timer"])
  }

  @Test func `W11: repeating timers and sleeping tasks are left unchanged`() throws {
    let fixture = try store()
    fixture.send(.timer)
    fixture.send(.sleep)
    try fixture.loop.finish(timeoutMilliseconds: -1)
    #expect(done(fixture) == [])
    try fixture.advance(seconds: 1)
    #expect(done(fixture).sorted() == ["sleep", "timer"])
  }

  @Test func `W150: an awaited task is waited for until its body has returned`() throws {
    let fixture = try store()
    fixture.send(.save)
    // A virtual clock does not advance on its own.
    #expect(throws: LoopError.timeout) { try fixture.loop.finish(timeoutMilliseconds: -1) }
    #expect(done(fixture) == [])
    try fixture.advance(seconds: 1)
    try fixture.loop.finish(timeoutMilliseconds: -1)
    #expect(done(fixture) == ["save"])
    #expect(fixture.store.effectCount == 0)
  }

  @Test func `W11: work that delays itself for ever is not waited for`() throws {
    let fixture = try store()
    fixture.send(.again)
    #expect(throws: LoopError.timeout) { try fixture.loop.finish(timeoutMilliseconds: -1) }
    #expect(fixture.actions.count == 101)
  }

  @Test func `W11: nor is work that delays itself by zero`() throws {
    let fixture = try store()
    fixture.send(.poll)
    fixture.send(.delay)
    #expect(throws: LoopError.timeout) { try fixture.loop.finish(timeoutMilliseconds: -1) }
    #expect(done(fixture) == ["delay"])
    #expect(fixture.store.effectCount == 1)
  }

  @Test func `W10: it is refused inside a callback, and on a closed loop`() throws {
    let loop = try Loop(.virtual)
    let answers = Record<LoopError>()
    loop.nextTurn {
      do { try loop.finish(timeoutMilliseconds: 0) } catch { answers(error as! LoopError) }
    }
    try loop.dispatch()
    #expect(answers.entries == [.busy])
    #expect(throws: LoopError.invalidTimeout) { try loop.finish(timeoutMilliseconds: -2) }
    loop.close()
    #expect(throws: LoopError.closed) { try loop.finish(timeoutMilliseconds: 0) }
  }
}
