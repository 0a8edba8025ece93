import Kumiki
import Testing

@Suite struct RecursionTests {
  typealias Fixture = StoreFixture<Nest.State, Nest.Action>

  @Test("L1: a reducer may contain itself", arguments: Nest.Way.allCases)
  func contains(_ way: Nest.Way) throws {
    let fixture = try Fixture(Nest.State(levels: 3)) { way.reducer }
    fixture.send(Nest.Action.inc.at(depth: 2))
    #expect(fixture.state.counts == [0, 0, 1])
    #expect(fixture.codes == [])
  }

  @Test func `L1: so may a cycle of reducers`() throws {
    let fixture = try StoreFixture(Ping.State()) { Ping() }
    fixture.send(.pong(.add))
    #expect(fixture.codes == [.absentChild])
    fixture.send(.add)
    fixture.send(.pong(.add))
    fixture.send(.pong(.ping(.add)))
    #expect(fixture.state.pong?.ping?.pong != nil)
    #expect(fixture.state.pong?.ping?.pong?.ping == nil)
    #expect(fixture.codes == [.absentChild])
  }

  @Test(
    "L6: an effect at depth 50 comes back as an action with 50 wrappers",
    arguments: Nest.Way.allCases)
  func effect(_ way: Nest.Way) throws {
    let fixture = try Fixture(Nest.State(levels: 51)) { way.reducer }
    fixture.send(Nest.Action.incLater.at(depth: 50))
    try fixture.advance(seconds: 1)
    #expect(fixture.actions.last == Nest.Action.inc.at(depth: 50))
    #expect(fixture.actions.last?.depth == 50)
    #expect(fixture.state.counts == Array(repeating: 0, count: 50) + [1])
    #expect(fixture.codes == [])
  }

  @Test func `L1: a reducer that contains itself is freed with its store`() throws {
    final class Token {}
    var token: Token? = Token()
    weak let reference = token
    var store: LoopStore<Nest.State, Nest.Action>?
    store = LoopStore(initialState: Nest.State(levels: 3), loop: try Loop(.virtual)) { [token] in
      Nest.recursive { withExtendedLifetime(token) {} }
    }
    token = nil
    store?.send(Nest.Action.inc.at(depth: 2))
    #expect(reference != nil)
    store = nil
    #expect(reference == nil)
  }
}

/// An action that may contain itself.
private indirect enum Again: CasePathable {
  case add
  case again(Again)

  struct AllCasePaths {
    let again = CasePath(embed: Again.again) {
      if case .again(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// Half of a cycle: it may hold a `Pong`, which may hold another `Ping`.
private struct Ping: Reducer {
  struct State {
    @Boxed var pong: Pong.State?
    init() { _pong = Boxed(wrappedValue: nil) }
  }

  indirect enum Action: CasePathable {
    case add
    case pong(Pong.Action)

    struct AllCasePaths {
      let pong = CasePath(embed: Action.pong) {
        if case .pong(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .add = action { state.pong = Pong.State() }
      return .none
    }
    .ifLet(\.pong, action: \.pong) { AnyReducer(Kumiki.CombineReducers { Pong() }) }
  }
}

private struct Pong: Reducer {
  struct State {
    @Boxed var ping: Ping.State?
    init() { _ping = Boxed(wrappedValue: nil) }
  }

  indirect enum Action: CasePathable {
    case add
    case ping(Ping.Action)

    struct AllCasePaths {
      let ping = CasePath(embed: Action.ping) {
        if case .ping(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .add = action { state.ping = Ping.State() }
      return .none
    }
    .ifLet(\.ping, action: \.ping) { Ping() }
  }
}
