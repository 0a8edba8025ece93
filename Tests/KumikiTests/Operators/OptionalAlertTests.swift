import Kumiki
import Testing

@Suite struct OptionalAlertTests {
  typealias Alert = AlertState<Household.AlertAction>

  static func fixture(
    _ alert: Alert,
    _ answer: @escaping (inout Household.State, Household.Action) -> Void = { _, _ in }
  ) throws -> StoreFixture<Household.State, Household.Action> {
    try StoreFixture(Household.State(alert: alert)) {
      Household.parent(answer).ifLet(\.alert, action: \.alert) { EmptyReducer() }
    }
  }

  @Test("A26: an alert in a plain optional goes once the parent has handled its action")
  func answered() throws {
    let seen = Record<String?>()
    let fixture = try Self.fixture(Alert(title: "Sure?")) { state, action in
      if case .alert = action { seen(state.alert?.title.description) }
    }
    fixture.send(.noop)
    #expect(fixture.state.alert != nil)
    fixture.send(.alert(.confirm))
    #expect(seen.entries == ["Sure?"])
    #expect(fixture.state.alert == nil)
    #expect(fixture.codes == [])
  }

  @Test(
    "A26: an alert that the parent puts up in that step stays",
    arguments: ["Sure?", "Really?"])
  func replaced(title: String) throws {
    let fixture = try Self.fixture(Alert(title: "Sure?")) { state, action in
      if action == .alert(.confirm) { state.alert = Alert(title: TextState(title)) }
    }
    fixture.send(.alert(.confirm))
    #expect(fixture.state.alert?.title == TextState(title))
    fixture.send(.alert(.deny))
    #expect(fixture.state.alert == nil)
  }

  @Test("A30: an equal alert that the parent puts up while it is answered stays, in an optional")
  func equal() throws {
    let fixture = try Self.fixture(Alert(title: "Sure?")) { state, action in
      if action == .alert(.confirm) { state.alert = Alert(title: "Sure?") }
    }
    fixture.send(.alert(.confirm))
    #expect(fixture.state.alert == Alert(title: "Sure?"))
    fixture.send(.noop)
    #expect(fixture.state.alert != nil)
    #expect(fixture.codes == [])
  }

  @Test("A30: and in a slot", arguments: Dialect.allCases)
  func equalInSlot(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .alert("Sure?")) { state, action in
      if action == .alert(.confirm) { state.destination = .alert("Sure?") }
      return .none
    }
    let first = sheet.id
    sheet.send(.alert(.confirm))
    #expect(sheet.destination == .alert("Sure?"))
    #expect(sheet.id != first)
    #expect(sheet.codes == [])
  }
}
