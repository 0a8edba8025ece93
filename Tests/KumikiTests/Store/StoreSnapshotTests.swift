import Kumiki
import Testing

/// A snapshot of a store, to return to.
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

  @Test("R56: the state and its presentations are the snapshot's, and ids continue from there")
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

  @Test("R56: state-driven effects start again, and observers are notified once")
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

  struct Timer: Reducer {
    struct State: Equatable {
      var isOn = true
      var rings = 0

      mutating func reduce(_ action: Action) {
        switch action {
        case .ring: rings += 1
        case .set(let isOn): self.isOn = isOn
        }
      }
    }

    enum Action: Equatable {
      case ring
      case set(Bool)
    }

    static var ringing: Effect<Action> { .after(nanoseconds: 10_000_000_000, .ring) }
    let time: RunningTime

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        state.reduce(action)
        return .none
      }
      .running(\.isOn, time: time) { Timer.ringing }
    }
  }

  struct RowTimer: Reducer {
    typealias Action = Timer.Action

    struct State: Equatable, Identifiable {
      let id: Int
      var timer = Timer.State()
    }

    let time: RunningTime

    var body: some Reducer<State, Action> {
      Reduce { row, action in
        row.timer.reduce(action)
        return .none
      }
      .running(\.timer.isOn, time: time) { Timer.ringing }
    }
  }

  struct Timers: Reducer {
    struct State: Equatable {
      var rows: IdentifiedArrayOf<RowTimer.State> = []
      @PresentationState var sheet: Timer.State?
    }

    enum Action: CasePathable {
      case sheet(PresentationAction<Timer.Action>)
      case row(IdentifiedAction<Int, Timer.Action>)

      struct AllCasePaths {
        let sheet = CasePath(embed: Action.sheet) {
          if case .sheet(let action) = $0 { action } else { nil }
        }
        let row = CasePath(embed: Action.row) {
          if case .row(let action) = $0 { action } else { nil }
        }
      }
      static let allCasePaths = AllCasePaths()
    }

    let time: RunningTime

    var body: some Reducer<State, Action> {
      Reduce { _, _ in .none }
        .ifLet(\.$sheet, action: \.sheet) { Timer(time: time) }
        .forEach(\.rows, action: \.row) {
          RowTimer(time: time)
        }
    }
  }

  /// Seconds until the timers ring after a restore at 13 seconds of a snapshot at 4; nil if they do
  /// not.
  private func rings(_ time: RunningTime, until seconds: Double) throws -> (sheet: Int, rows: [Int])
  {
    let first = Timers.State(
      rows: [.init(id: 1), .init(id: 2, timer: .init(isOn: false))], sheet: Timer.State())
    let fixture = try StoreFixture(first) { Timers(time: time) }
    try fixture.advance(seconds: 2)
    fixture.send(.row(.element(id: 2, action: .set(true))))
    try fixture.advance(seconds: 2)
    let moment = try fixture.store.snapshot()
    try fixture.advance(seconds: 9)
    fixture.send(.sheet(.dismiss))
    try fixture.store.restore(moment)
    try fixture.advance(seconds: seconds)
    return (try #require(fixture.state.sheet).rings, fixture.state.rows.map(\.timer.rings))
  }

  @Test("R56: timers start again, have the remaining time, or are due at their original time")
  func ages() throws {
    #expect(try rings(.restart, until: 9) == (0, [0, 0]))
    #expect(try rings(.restart, until: 10) == (1, [1, 1]))
    #expect(try rings(.remaining, until: 5) == (0, [0, 0]))
    #expect(try rings(.remaining, until: 6) == (1, [1, 0]))
    #expect(try rings(.remaining, until: 8) == (1, [1, 1]))
    #expect(try rings(.deadline, until: 0) == (1, [1, 1]))
  }

  @Test("R56: an effect that had finished at the snapshot does not start again")
  func finished() throws {
    let fixture = try StoreFixture(Timer.State()) { Timer(time: .remaining) }
    try fixture.advance(seconds: 10)
    #expect(fixture.state.rings == 1)
    let moment = try fixture.store.snapshot()
    fixture.send(.set(false))
    try fixture.store.restore(moment)
    #expect(fixture.store.effectCount == 0)
    try fixture.advance(seconds: 20)
    #expect(fixture.state.rings == 1)
    fixture.send(.set(false))
    fixture.send(.set(true))
    try fixture.advance(seconds: 10)
    #expect(fixture.state.rings == 2)
  }

  @Test("R56: a busy store cannot be restored, and an ended store has no snapshots")
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
