import Kumiki
import Testing

/// Effects that wait for one another, across a snapshot.
@Suite struct StoreSnapshotWaitTests {
  enum ID: Hashable, Sendable {
    case network
    case search
  }

  struct Jobs: Reducer {
    struct State: Equatable {
      var first = false
      var second = false
      var third = false
      var done: [String] = []
    }

    enum Action: Equatable {
      case first, second, third
      case done(String)
    }

    let time: RunningTime

    static func work(_ name: String) -> Effect<Action> {
      .after(nanoseconds: 10_000_000_000, .done(name)).limited(id: ID.network, to: 1)
    }

    // The third is compared first.
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .first: state.first = true
        case .second: state.second = true
        case .third: state.third = true
        case .done(let name): state.done.append(name)
        }
        return .none
      }
      .running(\.third, time: time) { Self.work("third") }
      .running(\.second, time: time) { Self.work("second") }
      .running(\.first, time: time) { Self.work("first") }
    }
  }

  @Test("R75: running effects continue, and waiting effects get their turn in order")
  func turns() throws {
    for time in [RunningTime.restart, .remaining, .deadline] {
      let fixture = try StoreFixture(Jobs.State()) { Jobs(time: time) }
      fixture.send(.first)
      fixture.send(.second)
      fixture.send(.third)
      try fixture.advance(seconds: 8)
      let moment = try fixture.store.snapshot()
      try fixture.store.restore(moment)
      try fixture.store.restore(moment)
      try fixture.advance(seconds: time == .restart ? 10 : 2)
      #expect(fixture.state.done == ["first"])
      try fixture.advance(seconds: 10)
      #expect(fixture.state.done == ["first", "second"])
      try fixture.advance(seconds: 10)
      #expect(fixture.state.done == ["first", "second", "third"])
    }
  }

  struct Search: Reducer {
    struct State: Equatable {
      var query: String?
      var found: [String] = []
    }

    enum Action: Equatable {
      case search(String)
      case found(String)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .search(let query): state.query = query
        case .found(let query): state.found.append(query)
        }
        return .none
      }
      .running(\.query, time: .remaining) { query in
        .after(nanoseconds: 3_000_000_000, .found(query))
          .throttle(id: ID.search, for: .seconds(10), latest: true)
      }
    }
  }

  @Test("R76: an effect that waits for a window keeps waiting, and an open window stays open")
  func windows() throws {
    let fixture = try StoreFixture(Search.State()) { Search() }
    fixture.send(.search("a"))
    try fixture.advance(seconds: 3)
    #expect(fixture.state.found == ["a"])
    try fixture.store.restore(try fixture.store.snapshot())
    fixture.send(.search("b"))
    try fixture.advance(seconds: 4)
    try fixture.store.restore(try fixture.store.snapshot())
    try fixture.advance(seconds: 5)
    #expect(fixture.state.found == ["a"])
    try fixture.advance(seconds: 1)
    #expect(fixture.state.found == ["a", "b"])
  }
}
