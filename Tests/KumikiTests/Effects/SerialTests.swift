import Kumiki
import Testing

/// Serial effects: never two of one id at work at once.
@Suite struct SerialTests {
  enum Action: Equatable {
    case save(Int), latest(Int), anew(Int), saved(Int), stop
  }
  typealias Fixture = StoreFixture<[Int], Action>

  /// A store whose saves take two seconds each and do not hear that they were cancelled.
  private func store(_ begun: Record<Int>, running: Record<Int> = Record()) throws -> Fixture {
    func save(_ value: Int) -> Effect<Action> {
      .run { send in
        begun(value)
        running(running.entries.last.map { $0 + 1 } ?? 1)
        await sleepDeafToCancellation(seconds: 2)
        running(running.entries.last! - 1)
        await send(.saved(value))
      }
    }
    return try Fixture([]) {
      Reduce<[Int], Action> { state, action in
        switch action {
        case .save(let value): return save(value).serial(id: "save")
        case .latest(let value): return save(value).serial(id: "save", latest: true)
        case .anew(let value):
          return save(value).serial(id: "save", latest: true)
            .cancellable(id: "anew", cancelInFlight: true)
        case .saved(let value):
          state.append(value)
          return .none
        case .stop: return .cancel(id: "save")
        }
      }
    }
  }

  @Test("W7: serial effects have their turns in order")
  func inOrder() throws {
    let begun = Record<Int>()
    let fixture = try store(begun)
    for value in 1...3 { fixture.send(.save(value)) }
    try fixture.settle()
    #expect(begun.entries == [1])
    #expect(fixture.store.effectCount == 3)
    try fixture.advance(seconds: 2)
    #expect(begun.entries == [1, 2])
    try fixture.advance(seconds: 4)
    #expect(fixture.state == [1, 2, 3])
    #expect(fixture.store.effectCount == 0)
  }

  @Test("W7: of those that wait the latest stays")
  func latest() throws {
    let begun = Record<Int>()
    let fixture = try store(begun)
    for value in 1...4 { fixture.send(.latest(value)) }
    #expect(fixture.store.effectCount == 2)
    try fixture.advance(seconds: 10)
    #expect(fixture.state == [1, 4])
    #expect(begun.entries == [1, 4])
  }

  @Test("W6: a task that was cancelled keeps its turn until it has returned")
  func cancelled() throws {
    let (begun, running) = (Record<Int>(), Record<Int>())
    let fixture = try store(begun, running: running)
    fixture.send(.anew(1))
    try fixture.advance(seconds: 1)
    fixture.send(.anew(2))
    fixture.send(.anew(3))
    try fixture.settle()
    #expect(begun.entries == [1])
    try fixture.advance(seconds: 1)
    #expect(begun.entries == [1, 3])
    try fixture.advance(seconds: 2)
    #expect(fixture.state == [3])
    #expect(running.entries.max() == 1)
  }

  @Test(
    "W8: cancelling the id drops those that wait, and the queue is free when the first has ended")
  func cancel() throws {
    let begun = Record<Int>()
    let fixture = try store(begun)
    fixture.send(.save(1))
    fixture.send(.save(2))
    try fixture.settle()
    fixture.send(.stop)
    #expect(fixture.store.effectCount == 0)
    fixture.send(.save(3))
    try fixture.advance(seconds: 10)
    #expect(begun.entries == [1, 3])
    #expect(fixture.state == [3])
  }

  @Test("W6: an effect that is cancelled while it begins keeps its turn until it has begun")
  func cancelledFromWithin() throws {
    enum Step { case begin, cancel, next }
    let log = Record<String>()
    let fixture = try StoreFixture<Int, Step>(0) {
      Reduce<Int, Step> { _, step in
        switch step {
        case .begin:
          return .start { handle in
            log("begins")
            handle.send(.cancel)
            log("has begun")
            return { log("is stopped") }
          }.serial(id: "queue")
        case .cancel:
          return .merge(.cancel(id: "queue"), .send(.next).serial(id: "queue"))
        case .next:
          log("next")
          return .none
        }
      }
    }
    fixture.send(.begin)
    try fixture.settle()
    #expect(log.entries == ["begins", "has begun", "is stopped", "next"])
    #expect(fixture.store.effectCount == 0)
  }

  @Test("W7: one that waited begins as one that did not, also where it cancels its own id first")
  func cancelsItsOwnID() throws {
    let fixture = try StoreFixture<[Int], Int>([]) {
      Reduce<[Int], Int> { state, value in
        if value < 0 {
          state.append(-value)
          return .none
        }
        return .merge(.cancel(id: "queue"), .after(nanoseconds: 1_000_000_000, -value)).serial(
          id: "queue")
      }
    }
    fixture.send(1)
    fixture.send(2)
    try fixture.advance(seconds: 1)
    #expect(fixture.state == [1])
    try fixture.advance(seconds: 1)
    #expect(fixture.state == [1, 2])
    #expect(fixture.store.effectCount == 0)
  }

  @Test("W7: the task of a send waits for the turn of its effect")
  func task() throws {
    let begun = Record<Int>()
    let fixture = try store(begun)
    fixture.send(.save(1))
    let second = fixture.send(.save(2))
    try fixture.advance(seconds: 3)
    #expect(!second.isFinished)
    try fixture.advance(seconds: 1)
    #expect(second.isFinished)
  }

  @Test("W6: a queue is forgotten when nothing is in it")
  func forgotten() throws {
    let begun = Record<Int>()
    let fixture = try store(begun)
    for value in 1...2 {
      fixture.send(.save(value))
      try fixture.advance(seconds: 1)
      fixture.send(.stop)
      try fixture.advance(seconds: 1)
    }
    #expect(begun.entries == [1, 2])
    #expect(fixture.store.effectCount == 0)
  }

  @Test("W60: a row that is back waits for what the one before has at work")
  func rowThatReturns() throws {
    let begun = Record<Int>()
    let fixture = try StoreFixture(Rows.State(rows: [Rows.Row(1), Rows.Row(2)])) {
      Reduce<Rows.State, Rows.Action> { state, action in
        if case .remove(let id) = action { state.rows.remove(id: id) }
        if case .append(let row) = action { state.rows.append(row) }
        return .none
      }
      .forEach(\.rows, action: \.rows) {
        Reduce<Rows.Row, Counter.Action> { row, action in
          guard case .set(let value) = action else { return .none }
          return .run { _ in
            begun(value)
            await sleepDeafToCancellation(seconds: 2)
          }
          .serial(id: "save")
        }
      }
    }
    fixture.send(.row(1, .set(1)))
    try fixture.settle()
    fixture.send(.remove(1))
    #expect(fixture.store.effectCount == 0)
    fixture.send(.append(Rows.Row(1)))
    fixture.send(.row(1, .set(2)))
    fixture.send(.row(2, .set(3)))
    try fixture.advance(seconds: 1)
    #expect(begun.entries == [1, 3])
    try fixture.advance(seconds: 1)
    #expect(begun.entries == [1, 3, 2])
    try fixture.advance(seconds: 2)
    #expect(fixture.store.effectCount == 0)
  }
}
