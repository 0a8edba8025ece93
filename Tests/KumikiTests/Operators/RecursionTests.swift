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

  @Test("L1: so may a cycle of reducers")
  func cycle() throws {
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

  @Test("L2: an action visits the levels that it addresses, however deep the state is")
  func work() throws {
    var visits = 0
    let store = Store(initialState: Nest.State(levels: 10_000), loop: try Loop(.virtual)) {
      Nest.recursive { visits += 1 }
    }
    store.send(.inc)
    #expect(visits == 1)
    store.send(Nest.Action.inc.at(depth: 2))
    #expect(visits == 4)
  }

  @Test(
    "L5: an action below a missing level is one issue and changes nothing",
    arguments: Nest.Way.allCases)
  func missing(_ way: Nest.Way) throws {
    let fixture = try Fixture(Nest.State(levels: 2)) { way.reducer }
    let state = fixture.state
    fixture.send(Nest.Action.inc.at(depth: 3))
    #expect(fixture.codes == [.absentChild])
    #expect(fixture.state == state)
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

  @Test(
    "L7: each level has its state, and going back leaves the ones above as they were",
    arguments: Nest.Way.allCases)
  func back(_ way: Nest.Way) throws {
    let fixture = try Fixture(Nest.State()) { way.reducer }
    for depth in 0..<4 {
      for _ in 0...depth { fixture.send(Nest.Action.inc.at(depth: depth)) }
      if depth < 3 { fixture.send(Nest.Action.push.at(depth: depth)) }
    }
    #expect(fixture.state.counts == [1, 2, 3, 4])
    for depth in (0..<3).reversed() {
      fixture.send(Nest.Action.pop.at(depth: depth))
      #expect(fixture.state.counts == Array([1, 2, 3, 4].prefix(depth + 1)))
    }
    #expect(fixture.codes == [])
  }

  @Test("L7: going back ends the effects of every level below", arguments: Nest.Way.allCases)
  func backWithEffects(_ way: Nest.Way) throws {
    let fixture = try Fixture(Nest.State(levels: 4)) { way.reducer }
    for depth in 0..<4 { fixture.send(Nest.Action.incLater.at(depth: depth)) }
    fixture.send(Nest.Action.pop.at(depth: 1))
    #expect(fixture.store.effectCount == 2)
    try fixture.advance(seconds: 2)
    #expect(fixture.state.counts == [1, 1])
  }

  @Test("L10: a recursion may go on by its actions alone, on the same state")
  func byActions() throws {
    let fixture = try StoreFixture(0) {
      Recurse<Int, Again> { nested in
        Reduce { count, action in
          if case .add = action { count += 1 }
          return .none
        }
        Scope(state: \.self, action: \.again) { nested }
      }
    }
    fixture.send(.add)
    fixture.send(.again(.again(.add)))
    #expect(fixture.state == 2)
    #expect(fixture.codes == [])
  }

  @Test("L1: a reducer that contains itself goes with its store")
  func noCycleOfReferences() throws {
    final class Token {}
    var token: Token? = Token()
    weak let reference = token
    var store: Store<Nest.State, Nest.Action>?
    store = Store(initialState: Nest.State(levels: 3), loop: try Loop(.virtual)) { [token] in
      Nest.recursive { withExtendedLifetime(token) {} }
    }
    token = nil
    store?.send(Nest.Action.inc.at(depth: 2))
    #expect(reference != nil)
    store = nil
    #expect(reference == nil)
  }
}

/// An action that may stand inside itself.
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

/// Half of a cycle: it may hold a `Pong`, which may hold another of it.
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
