import Kumiki
import Testing

/// A host as an optional part of something: it comes, goes and comes back with what it presents.
private enum Room {
  struct State: Equatable {
    var host: CounterHost.State?
  }

  enum Action: CasePathable {
    case host(CounterHost.Action)
    case put(CounterHost.State?)

    struct AllCasePaths {
      let host = CasePath(embed: Action.host) {
        if case .host(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  static func fixture(_ host: CounterHost.State?) throws -> StoreFixture<State, Action> {
    try StoreFixture(State(host: host)) {
      Reduce<State, Action> { state, action in
        if case .put(let host) = action { state.host = host }
        return .none
      }
      .ifLet(\.host, action: \.host) { CounterHost() }
    }
  }
}

@Suite struct PutBackTests {
  @Test("D85: what is presented in an optional child that went is presented anew when it is back")
  func optionalChild() throws {
    let room = try Room.fixture(CounterHost.State(counter: Counter.State()))
    let before = room.state.host?.$counter.id
    #expect(before != nil)
    room.send(.put(nil))
    room.send(.put(CounterHost.State(counter: Counter.State())))
    #expect(room.state.host?.$counter.id != nil)
    #expect(room.state.host?.$counter.id != before)
  }
}
