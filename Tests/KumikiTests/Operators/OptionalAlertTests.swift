import Kumiki
import Testing

@Suite struct OptionalAlertTests {
  @Test("A26: an alert in a plain optional is dismissed once the parent has handled its action")
  func answered() throws {
    let seen = Record<String?>()
    let fixture = try StoreFixture(Household.State(alert: AlertState(title: "Sure?"))) {
      Household.parent { state, action in
        if case .alert = action { seen(state.alert?.title.description) }
      }
      .ifLet(\.alert, action: \.alert) { EmptyReducer() }
    }
    fixture.send(.noop)
    #expect(fixture.state.alert != nil)
    fixture.send(.alert(.confirm))
    #expect(seen.entries == ["Sure?"])
    #expect(fixture.state.alert == nil)
    #expect(fixture.codes == [])
  }
}
