import Kumiki
import Testing

/// Alerts and dialogs: presented until one of their own actions was handled.
@Suite struct EphemeralTests {
  @Test func `D40: a program's own type is ephemeral if it declares so`() throws {
    let host = try StoreFixture(ToastHost.State(toast: ToastHost.Toast())) { ToastHost() }
    host.send(.toast(.presented(.tapped)))
    #expect(host.state.toast == nil)
    #expect(host.codes == [])
  }

  @Test(
    "D48: an equal alert written over a presented one is a new presentation",
    arguments: Dialect.allCases)
  func equalAlert(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .alert("Sure?")) { state, action in
      if action == .alert(.confirm) { state.destination = .alert("Sure?") }
      return .none
    }
    let first = sheet.id
    sheet.send(.assign(.alert("Sure?")))
    let second = sheet.id
    #expect(sheet.destination == .alert("Sure?"))
    #expect(second != first)
    sheet.send(.alert(.confirm))
    #expect(sheet.destination == .alert("Sure?"))
    #expect(![first, second, nil].contains(sheet.id))
  }

  @Test("D48: so is the very same alert, written again", arguments: Dialect.allCases)
  func writtenAgain(_ dialect: Dialect) throws {
    var shown: Sheet.Destination.State?
    let sheet = try SheetFixture(dialect, .alert("Sure?")) { state, action in
      if action == .alert(.confirm) { state.destination = shown }
      return .none
    }
    shown = sheet.destination
    let first = sheet.id
    sheet.send(.alert(.confirm))
    #expect(sheet.destination == shown)
    #expect(![first, nil].contains(sheet.id))
  }

  @Test func `D48: restoring a state as a whole does not present its alert again`() throws {
    let sheet = try SheetFixture(.modern, .alert("Sure?")) { state, action in
      if action == .alert(.confirm) {
        let before = state
        state.destination = .counter(count: 0)
        state = before
      }
      return .none
    }
    sheet.send(.alert(.confirm))
    #expect(sheet.destination == nil)
  }

  @Test("D45: dismiss does not apply inside an alert", arguments: Dialect.allCases)
  func dismissInside(_ dialect: Dialect) throws {
    var isPresented: [Bool] = []
    let sheet = try SheetFixture(
      dialect, .alert("Sure?"),
      child: { _, _ in
        @Dependency(\.isPresented) var presented
        isPresented.append(presented)
        return .run { _ in await DependencyValues.current.dismiss() }
      })
    sheet.send(.alert(.confirm))
    try sheet.settle()
    try expectQuiet(sheet)
    #expect(isPresented == [false])
    #expect(sheet.actions == [.alert(.confirm)])
    #expect(sheet.codes == [])
  }
}

/// A parent whose slot holds one of the program's own ephemeral states.
private struct ToastHost: Reducer {
  struct Toast: EphemeralState, Equatable {}
  enum ToastAction: Equatable { case tapped }
  struct State: Equatable { @PresentationState var toast: Toast? }
  enum Action: Equatable, CasePathable {
    case toast(PresentationAction<ToastAction>)

    struct AllCasePaths {
      let toast = CasePath(embed: ToastHost.Action.toast) {
        if case .toast(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$toast, action: \.toast) { EmptyReducer() }
  }
}
