import Kumiki
import Testing

/// A moment of a store, to go back to.
@Suite struct StoreSnapshotTests {
  struct Screen: Reducer {
    struct State: Equatable {
      var ticks = 0
      var polled: Int?
      @PresentationState var sheet: Counter.State?
    }

    enum Action: Equatable {
      case show(Int?)
      case poll(Int?)
      case tick
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .show(let count): state.sheet = count.map { Counter.State(count: $0) }
        case .poll(let seconds): state.polled = seconds
        case .tick: state.ticks += 1
        }
        return .none
      }
      .running(\.polled) { seconds in .everySecond(.tick) }
    }
  }

  private func screen() throws -> StoreFixture<Screen.State, Screen.Action> {
    try StoreFixture(Screen.State()) { Screen() }
  }

  @Test("R56: the state and its presentations are those of the moment, and ids go on from there")
  func identities() throws {
    let fixture = try screen()
    fixture.send(.show(1))
    let id = fixture.state.$sheet.id
    let moment = try fixture.store.snapshot()
    fixture.send(.show(nil))
    fixture.send(.show(2))
    let next = fixture.state.$sheet.id
    #expect(next != id)
    #expect(moment.state.sheet?.count == 1)
    try fixture.store.restore(moment)
    #expect(fixture.state.sheet?.count == 1)
    #expect(fixture.state.$sheet.id == id)
    fixture.send(.show(nil))
    fixture.send(.show(3))
    #expect(fixture.state.$sheet.id == next)
  }

  @Test("R56: effects that follow the state begin anew, and observers are told once")
  func effects() throws {
    let fixture = try screen()
    fixture.send(.poll(1))
    let moment = try fixture.store.snapshot()
    try fixture.advance(seconds: 2)
    #expect(fixture.state.ticks == 2)
    fixture.send(.poll(nil))
    #expect(fixture.store.effectCount == 0)
    var told = 0
    let observation = fixture.store.observe({ $0.ticks }) { _ in told += 1 }
    told = 0
    try fixture.store.restore(moment)
    #expect(told == 1)
    #expect(fixture.state.ticks == 0)
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 1)
    #expect(fixture.state.ticks == 1)
    observation.cancel()
    fixture.send(.poll(nil))
  }

  @Test("R56: a store at work is not restored, and an ended one has no moments")
  func refused() throws {
    let fixture = try screen()
    let moment = try fixture.store.snapshot()
    var refused: StoreError?
    let observation = fixture.store.observe({ $0.ticks }) { [store = fixture.store] _ in
      do throws(StoreError) { try store.restore(moment) } catch { refused = error }
    }
    fixture.send(.tick)
    #expect(refused == .busy)
    #expect(fixture.state.ticks == 1)
    observation.cancel()
    fixture.store.end()
    #expect(throws: StoreError.ended) { try fixture.store.snapshot() }
    #expect(throws: StoreError.ended) { try fixture.store.restore(moment) }
  }
}
