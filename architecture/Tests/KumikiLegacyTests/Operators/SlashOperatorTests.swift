import KumikiLegacy
import Testing

/// A desk with every kind of child that operators embed.
private struct Desk: ReducerProtocol {
  struct Row: Equatable, Identifiable {
    let id: Int
    var tally = Tally.State()
  }

  struct State: Equatable {
    var always = Tally.State()
    var maybe: Tally.State? = Tally.State()
    var rows: IdentifiedArrayOf<Row> = [Row(id: 7), Row(id: 8)]
    @PresentationState var sheet: Tally.State?
    @PresentationState var alert: AlertState<Answer>?
    var path: StackState<Tally.State> = []
    var answers: [Answer] = []
  }

  enum Answer: Equatable { case no, yes }

  enum Action: Equatable {
    case always(Tally.Action)
    case maybe(Tally.Action)
    case remove(Int)
    case row(id: Int, action: Tally.Action)
    case sheet(PresentationAction<Tally.Action>)
    case alert(PresentationAction<Answer>)
    case path(StackAction<Tally.State, Tally.Action>)
    case leave
  }

  struct RowFeature: ReducerProtocol {
    var body: some ReducerProtocol<Row, Tally.Action> {
      Scope(state: \.tally, action: .self) { Tally() }
    }
  }

  var body: some ReducerProtocolOf<Self> {
    Scope(state: \.always, action: /Action.always) { Tally() }
    Reduce { state, action in
      switch action {
      case .alert(.presented(let answer)): state.answers.append(answer)
      case .leave: state.maybe = nil
      case .remove(let id): state.rows.remove(id: id)
      default: break
      }
      return .none
    }
    .ifLet(\.maybe, action: /Action.maybe) { Tally() }
    .ifLet(\.$sheet, action: /Action.sheet) { Tally() }
    .ifLet(\.$alert, action: /Action.alert)
    .forEach(\.rows, action: /Action.row(id:action:)) { RowFeature() }
    .forEach(\.path, action: /Action.path) { Tally() }
  }
}

@MainActor @Suite struct SlashOperatorTests {
  private func fixture(_ state: Desk.State = Desk.State()) throws -> LegacyFixture<
    Desk.State, Desk.Action
  > {
    try LegacyFixture { Store(initialState: state, reducer: Desk(), loop: $0) }
  }

  @Test("Y3: a child on a property and an optional one run for the actions of their cases")
  func children() throws {
    let desk = try fixture()
    desk.send(.always(.up))
    desk.send(.maybe(.up))
    desk.send(.maybe(.later))
    try desk.advance(seconds: 1)
    #expect(desk.state.always.number == 1 && desk.state.maybe?.number == 2)
    desk.send(.maybe(.later))
    desk.send(.leave)
    try desk.advance(seconds: 1)
    #expect(desk.codes == [])
    desk.send(.maybe(.up))
    #expect(desk.codes == [.absentChild])
  }

  @Test("Y3: rows run for a case with an id and an action, and their effects end with them")
  func rows() throws {
    let desk = try fixture()
    desk.send(.row(id: 8, action: .up))
    desk.send(.row(id: 8, action: .later))
    desk.send(.row(id: 7, action: .later))
    desk.send(.remove(7))
    try desk.advance(seconds: 1)
    #expect(desk.state.rows.map(\.tally.number) == [2])
    #expect(desk.codes == [])
    desk.send(.row(id: 7, action: .up))
    #expect(desk.codes == [.missingElement])
  }

  @Test func `Y3: slots and paths do so too`() throws {
    var state = Desk.State()
    state.sheet = Tally.State()
    state.alert = AlertState(title: TextState("Sure?"))
    state.path.append(Tally.State())
    let desk = try fixture(state)
    let id = try #require(desk.state.path.ids.first)
    desk.send(.sheet(.presented(.up)))
    #expect(desk.state.sheet?.number == 1)
    desk.send(.sheet(.dismiss))
    desk.send(.alert(.presented(.yes)))
    #expect(desk.state.sheet == nil && desk.state.alert == nil && desk.state.answers == [.yes])
    desk.send(.path(.element(id: id, action: .up)))
    #expect(desk.state.path.first?.number == 1)
    desk.send(.path(.popFrom(id: id)))
    #expect(desk.state.path.isEmpty && desk.codes == [])
  }

  /// A state with two cases.
  fileprivate struct Gate: ReducerProtocol {
    enum State: Equatable {
      case closed
      case open(Tally.State)
    }

    enum Action: Equatable {
      case close
      case open(Tally.Action)
    }

    var body: some ReducerProtocol<State, Action> {
      Reduce { state, action in
        if action == .close { state = .closed }
        return .none
      }
      .ifCaseLet(/State.open, action: /Action.open) { Tally() }
    }
  }

  @Test func `Y3: an issue names the case; the effects of a case end with it`() throws {
    let gate = try LegacyFixture { loop in
      Store(initialState: .open(Tally.State()), reducer: Gate(), loop: loop)
    }
    gate.send(.open(.up))
    #expect(gate.state == .open(Tally.State(number: 1)))
    gate.send(.open(.later))
    gate.send(.close)
    try gate.advance(seconds: 1)
    #expect(gate.codes == [])
    gate.send(.open(.up))
    #expect(gate.codes == [.wrongCase])
    #expect(gate.issues.first?.message.contains("\\State.open") == true)
    #expect(gate.issues.first?.message.contains("closed") == true)
  }
}
