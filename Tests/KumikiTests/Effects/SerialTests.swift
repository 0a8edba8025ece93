import Kumiki
import Testing

/// Serial effects that are tasks (Tests/Scenarios/effects has the rest): they end when they have
/// returned.
@Suite struct SerialTests {
  enum Action: Equatable {
    case save(Int), saved(Int), stop
  }

  @Test func `W6: a task that was cancelled keeps its turn until it has returned`() throws {
    let (begun, running) = (Record<Int>(), Record<Int>())
    // Each save takes two seconds and ignores its cancellation.
    let fixture = try StoreFixture([Int]()) {
      Reduce<[Int], Action> { state, action in
        switch action {
        case .save(let value):
          return .run { send in
            begun(value)
            running(running.entries.last.map { $0 + 1 } ?? 1)
            await sleepDeafToCancellation(seconds: 2)
            running(running.entries.last! - 1)
            await send(.saved(value))
          }
          .serial(id: "save", latest: true).cancellable(id: "save anew", cancelInFlight: true)
        case .saved(let value):
          state.append(value)
          return .none
        case .stop: return .cancel(id: "save")
        }
      }
    }
    fixture.send(.save(1))
    try fixture.advance(seconds: 1)
    fixture.send(.save(2))
    fixture.send(.save(3))
    try fixture.settle()
    #expect(begun.entries == [1])
    try fixture.advance(seconds: 1)
    #expect(begun.entries == [1, 3])
    try fixture.advance(seconds: 1)
    fixture.send(.stop)
    #expect(fixture.store.effectCount == 0)
    fixture.send(.save(4))
    try fixture.advance(seconds: 10)
    #expect(begun.entries == [1, 3, 4])
    #expect(fixture.state == [4])
    #expect(running.entries.max() == 1)
  }
}
