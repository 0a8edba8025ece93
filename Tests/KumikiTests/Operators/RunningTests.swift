import Kumiki
import Testing

/// The Swift part of state-driven effects: key paths, types, bodies, dependencies.
/// Tests/Scenarios/running has the rules that both languages share.
@Suite struct RunningTests {
  struct Row: Equatable, Identifiable {
    let id: Int
    var isOn = false
  }

  enum Phase: Equatable, CasePathable {
    case idle
    case loading(Int)

    struct AllCasePaths {
      let idle = CasePath(embed: { (_: Void) in Phase.idle }) {
        if case .idle = $0 { () } else { nil }
      }
      let loading = CasePath(embed: Phase.loading) {
        if case .loading(let page) = $0 { page } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct State: Equatable {
    var query: String?
    var isOn = false
    var phase = Phase.idle
    var rows: IdentifiedArrayOf<Row> = []
    var moment: Int64 = 0
    var ticks = 0
  }

  indirect enum Action: CasePathable {
    case write((inout State) -> Void)
    case tick
    case rows(IdentifiedAction<Int, Action>)
    case phase(Action)

    struct AllCasePaths {
      let rows = CasePath(embed: Action.rows) {
        if case .rows(let action) = $0 { action } else { nil }
      }
      let phase = CasePath(embed: Action.phase) {
        if case .phase(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private static var base: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .write(let body): body(&state)
      case .tick: state.ticks += 1
      case .rows, .phase: break
      }
      return .none
    }
  }

  private typealias Fixture = StoreFixture<State, Action>

  @Test("Z3, Z25: an optional property is followed while it is not nil, and by its value")
  func property() throws {
    let asked = Record<String>()
    let fixture = try Fixture(State(query: "a")) {
      Self.base.running(\.query) { query in
        asked(query)
        return .after(nanoseconds: 1_000_000_000, .tick)
      }
    }
    #expect(asked.entries == ["a"])
    fixture.send(.write { $0.query = "a" })
    fixture.send(.write { $0.query = "b" })
    fixture.send(.write { $0.query = nil })
    #expect(asked.entries == ["a", "b"])
    #expect(fixture.store.effectCount == 0)
    fixture.send(.write { $0.query = "b" })
    try fixture.advance(seconds: 1)
    #expect(asked.entries == ["a", "b", "b"])
    #expect(fixture.state.ticks == 1)
  }

  @Test("Z25: a flag is followed while it is true")
  func flag() throws {
    let fixture = try Fixture(State()) {
      Self.base.running(\.isOn) { .every(nanoseconds: 1_000_000_000, .tick) }
    }
    try fixture.advance(seconds: 3)
    #expect(fixture.state.ticks == 0)
    fixture.send(.write { $0.isOn = true })
    try fixture.advance(seconds: 3)
    fixture.send(.write { $0.isOn = false })
    try fixture.advance(seconds: 3)
    #expect(fixture.state.ticks == 3)
    #expect(fixture.store.effectCount == 0)
  }

  @Test("Z9, Z25: a case is followed by its key path, inside a property that is an enum")
  func enumCase() throws {
    let asked = Record<Int>()
    let fixture = try Fixture(State()) {
      Self.base
      Scope(state: \.phase, action: \.phase) {
        Reduce<Phase, Action> { _, _ in .none }
          .running(\.loading) { page in
            asked(page)
            return .after(nanoseconds: 1_000_000_000, .tick)
          }
      }
    }
    fixture.send(.write { $0.phase = .loading(1) })
    fixture.send(.write { $0.phase = .loading(1) })
    fixture.send(.write { $0.phase = .loading(2) })
    #expect(asked.entries == [1, 2])
    #expect(fixture.store.effectCount == 1)
    fixture.send(.write { $0.phase = .idle })
    #expect(fixture.store.effectCount == 0)
  }

  @Test("Z19: two at one property are distinguished by ids; without an id the second is an issue")
  func twoAtOneProperty() throws {
    let asked = Record<Int>()
    func asking(_ number: Int) -> (String) -> Effect<Action> {
      { _ in
        asked(number)
        return .after(nanoseconds: 1_000_000_000, .tick)
      }
    }
    let fixture = try Fixture(State(query: "a")) {
      Self.base.running(\.query, asking(1)).running(\.query, id: "other", asking(2))
    }
    #expect(asked.entries == [1, 2])
    #expect(fixture.codes == [])
    let mistaken = try Fixture(State(query: "a")) {
      Self.base.running(\.query, asking(3))
      EmptyReducer().running(\.query, asking(4))
    }
    #expect(asked.entries == [1, 2, 3])
    #expect(mistaken.codes == [.invalidEffect])
  }

  @Test("Z15: the closure has the dependencies in force where the effect is declared")
  func dependencies() throws {
    let seen = Record<Int64>()
    let fixture = try Fixture(State()) {
      Self.base
        .running(\.query) { _ in
          seen(DependencyValues.current.date.now)
          return .none
        }
        .dependency(\.date, .constant(7))
        .running(\.query, id: "outside") { _ in
          seen(DependencyValues.current.date.now)
          return .none
        }
    } withDependencies: {
      $0.date = .constant(3)
    }
    fixture.send(.write { $0.query = "a" })
    #expect(seen.entries == [7, 3])
  }

  @Test("Z20: among 10,000 rows only those that a step wrote are compared")
  func rows() throws {
    let asked = Record<Int>()
    let rows = IdentifiedArray(uniqueElements: (0..<10_000).map { Row(id: $0, isOn: $0 == 5) })
    let fixture = try Fixture(State(rows: rows)) {
      Self.base.forEach(\.rows, action: \.rows) {
        Asking<Row, Action>(asked) { $0.id }
          .running(\.isOn) { .after(nanoseconds: 1_000_000_000, .tick) }
      }
    }
    // The first state is compared as a whole.
    let first = asked.entries.count
    fixture.send(.write { $0.rows[id: 7]?.isOn = true })
    fixture.send(.write { $0.ticks = 1 })
    fixture.send(.write { $0.rows.remove(id: 5) })
    #expect(fixture.store.effectCount == 1)
    #expect(Set(asked.entries.dropFirst(first)) == [7])
    try fixture.advance(seconds: 1)
    #expect(fixture.store.effectCount == 0)
  }

  @Test("Z18: a reducer replacement ends the old state-driven effects and starts new ones")
  func anotherReducer() throws {
    let asked = Record<Int>()
    func following(_ number: Int) -> some Reducer<State, Action> {
      Self.base.running(\.query) { _ in
        asked(number)
        return .after(nanoseconds: 1_000_000_000, .tick)
      }
    }
    let fixture = try Fixture(State(query: "a")) { following(1) }
    try fixture.store.replaceReducer { following(2) }
    #expect(asked.entries == [1, 2])
    #expect(fixture.store.effectCount == 1)
    try fixture.store.replaceReducer { Self.base }
    #expect(fixture.store.effectCount == 0)
  }

  @Test("Z25: a body is made when it is reached, and a feature in itself ends where its state does")
  func bodies() throws {
    let made = Record<Int>()
    let fixture = try StoreFixture(Level.State(depth: 0)) { Level(made: made, depth: 0) }
    #expect(fixture.store.effectCount == 1)
    fixture.send(.push)
    #expect(fixture.store.effectCount == 2)
    #expect(made.entries.max() == 1)
    fixture.send(.pop)
    #expect(fixture.store.effectCount == 1)
  }

  @Test("Z25: a feature without state-driven effects is not made for the comparison")
  func none() throws {
    let made = Record<Int>()
    let fixture = try StoreFixture(Plain.State(child: Plain.Child.State())) { Plain(made: made) }
    #expect(made.entries == [])
    fixture.send(.add)
    #expect(made.entries == [])
  }
}

/// Reports the state for which it was evaluated.
private struct Asking<State, Action>: Reducer {
  let asked: Record<Int>
  let read: (State) -> Int

  init(_ asked: Record<Int>, _ read: @escaping (State) -> Int) {
    self.asked = asked
    self.read = read
  }

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .none }
      .running(Followed(asked, read))
  }
}

extension Reducer {
  /// Follows nothing, and reports that it was evaluated.
  fileprivate func running(
    _ part: Followed<State>
  ) -> RunningReducer<Self, Followed<State>> {
    RunningReducer(self, part, id: "asked", time: .restart) { _ in .none }
  }
}

private struct Followed<Root>: FollowedPart {
  let asked: Record<Int>
  let read: (Root) -> Int

  init(_ asked: Record<Int>, _ read: @escaping (Root) -> Int) {
    self.asked = asked
    self.read = read
  }

  var opticID: OpticID { OpticID("asked") }
  var text: String { "asked" }

  func value(in root: inout Root) -> Int? {
    asked(read(root))
    return nil
  }
}

/// A level of a feature that names itself in its body.
private struct Level: Reducer {
  struct State: Equatable {
    var depth: Int
    var isOn = true
    @Boxed var next: State?

    init(depth: Int) {
      self.depth = depth
      _next = Boxed(wrappedValue: nil)
    }
  }

  indirect enum Action: CasePathable {
    case push
    case pop
    case tick
    case next(Action)

    struct AllCasePaths {
      let next = CasePath(embed: Action.next) {
        if case .next(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let made: Record<Int>
  let depth: Int

  var body: AnyReducer<State, Action> {
    let _ = made(depth)
    AnyReducer(
      Reduce<State, Action> { state, action in
        switch action {
        case .push: state.next = State(depth: state.depth + 1)
        case .pop: state.next = nil
        case .tick, .next: break
        }
        return .none
      }
      .running(\.isOn) { .every(nanoseconds: 1_000_000_000, .tick) }
      .ifLet(\.next, action: \.next) { Level(made: made, depth: depth + 1) })
  }
}

/// A feature whose child's body reports when it is made.
private struct Plain: Reducer {
  struct State: Equatable {
    var count = 0
    var child: Child.State?
  }

  enum Action: CasePathable {
    case add
    case child(Child.Action)

    struct AllCasePaths {
      let child = CasePath(embed: Action.child) {
        if case .child(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct Child: Reducer {
    struct State: Equatable { var count = 0 }
    enum Action { case add }

    let made: Record<Int>

    var body: some Reducer<State, Action> {
      let _ = made(1)
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  let made: Record<Int>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .add = action { state.count += 1 }
      return .none
    }
    .ifLet(\.child, action: \.child) { Child(made: made) }
  }
}
