import Kumiki
import Testing

/// Alerts and dialogs: presented until one of their own actions was handled.
@Suite struct EphemeralTests {
  @Test("D40: a dialog goes with its own action, like an alert", arguments: Dialect.allCases)
  func dialog(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .dialog("Which?"))
    sheet.send(.dialog(.confirm))
    #expect(sheet.destination == nil)
    #expect(sheet.state.log == [.dialog(.confirm)])
    #expect(sheet.codes == [])
  }

  @Test("D40: a type of the program's own is ephemeral if it says so")
  func ownType() throws {
    let host = try StoreFixture(ToastHost.State(toast: ToastHost.Toast())) { ToastHost() }
    host.send(.toast(.presented(.tapped)))
    #expect(host.state.toast == nil)
    #expect(host.codes == [])
  }

  @Test(
    "D41: an action of the alert dismisses it, and the parent handles it",
    arguments: Dialect.allCases)
  func alert(_ dialect: Dialect) throws {
    var confirmed = 0
    let sheet = try SheetFixture(dialect, .alert("Sure?")) { _, action in
      if action == .alert(.confirm) { confirmed += 1 }
      return .none
    }
    sheet.send(.alert(.confirm))
    #expect(sheet.destination == nil)
    #expect(sheet.id == nil)
    #expect(confirmed == 1)

    sheet.send(.assign(.alert("Sure?")))
    sheet.send(.alert(.deny))
    #expect(sheet.destination == nil)
    #expect(confirmed == 1)
    #expect(sheet.codes == [])
  }

  @Test("D42: the seed dismisses an alert before the parent's step, modern after it")
  func moment() throws {
    for dialect in Dialect.allCases {
      var wasNull: [Bool] = []
      let sheet = try SheetFixture(dialect, .alert("Sure?")) { state, _ in
        wasNull.append(state.destination == nil)
        return .none
      }
      sheet.send(.alert(.confirm))
      #expect(wasNull == [dialect == .seed], "\(dialect)")
      #expect(sheet.destination == nil, "\(dialect)")
    }
  }

  @Test("D43: an action of another case leaves the alert up", arguments: Dialect.allCases)
  func foreignAction(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .alert("Sure?"))
    let id = sheet.id
    sheet.counter(.inc)
    #expect(sheet.codes == [.wrongCase])
    #expect(sheet.destination == .alert("Sure?"))
    #expect(sheet.id == id)
  }

  @Test(
    "D44: what the parent writes while it handles the alert's action stays",
    arguments: Dialect.allCases,
    [.alert("Really?"), .dialog("Which?"), .counter(count: 0)] as [Sheet.Destination.State])
  func parentWrites(_ dialect: Dialect, _ answer: Sheet.Destination.State) throws {
    let sheet = try SheetFixture(dialect, .alert("Sure?")) { state, action in
      if action == .alert(.confirm) { state.destination = answer }
      return .none
    }
    let id = sheet.id
    sheet.send(.alert(.confirm))
    #expect(sheet.destination == answer)
    #expect(sheet.id != nil)
    #expect(sheet.id != id)
    #expect(sheet.codes == [])
  }

  @Test(
    "D44: the same alert, put up again by its own handler, stays", arguments: Dialect.allCases)
  func sameAlert(_ dialect: Dialect) throws {
    let alert = AlertState<Sheet.Choice>(title: "Sure?")
    let sheet = try SheetFixture(dialect, .alert(alert)) { state, action in
      if action == .alert(.confirm) { state.destination = .alert(alert) }
      return .none
    }
    let id = sheet.id
    sheet.send(.alert(.confirm))
    #expect(sheet.destination == .alert(alert))
    #expect(sheet.id != nil)
    #expect(sheet.id != id)
  }

  @Test(
    "D48: an equal alert written over one that is up is a new presentation",
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

  @Test("D48: a state put back as a whole has not shown its alert again")
  func wholeState() throws {
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

  @Test("D45: nothing is in flight for an alert", arguments: Dialect.allCases)
  func noWatcher(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect)
    let task = sheet.send(.assign(.alert("Sure?")))
    #expect(sheet.store.effectCount == 0)
    #expect(task.isFinished)
    try expectQuiet(sheet)
    #expect(sheet.destination == .alert("Sure?"))
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

  @Test(
    "D46: an effect of the alert's own step outlives the alert", arguments: Dialect.allCases)
  func effectOfTheAlert(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(
      dialect, .alert("Sure?"),
      child: { _, action in
        action == .alert(.confirm) ? .after(seconds: 1, .alert(.deny)) : .none
      })
    sheet.send(.alert(.confirm))
    #expect(sheet.destination == nil)
    // An action that passes the slot meanwhile does not end it either.
    sheet.send(.noop)
    #expect(sheet.store.effectCount == 1)
    try sheet.advance(seconds: 1)
    #expect(
      sheet.timeline == [at(0, .alert(.confirm)), at(0, .noop), at(1, .alert(.deny))])
    #expect(sheet.codes == [.absentDestination])
    try expectQuiet(sheet)
  }

  @Test("D46: an effect of the parent outlives the alert", arguments: Dialect.allCases)
  func effectOfTheParent(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .alert("Sure?")) { _, action in
      action == .alert(.confirm) ? .after(seconds: 1, .noop) : .none
    }
    sheet.send(.alert(.confirm))
    try sheet.advance(seconds: 1)
    #expect(sheet.timeline == [at(0, .alert(.confirm)), at(1, .noop)])
    #expect(sheet.codes == [])
  }

  @Test("D47: dismiss on an alert only nulls it", arguments: Dialect.allCases)
  func dismiss(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .alert("Sure?"))
    sheet.send(.dismiss)
    #expect(sheet.destination == nil)
    #expect(sheet.state.log == [.dismiss])
    #expect(sheet.codes == [])
  }
}

/// A parent whose slot holds one ephemeral state of the program's own.
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
