import Kumiki
import Testing

/// The actions that the buttons send.
private enum Choice: Equatable, Sendable { case confirm, keep(Int) }

@Suite struct AlertStateTests {
  private static let built = AlertState<Choice> {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .confirm) { TextState("Delete") }
    ButtonState(action: .send(.keep(1))) { TextState("Later") }
    ButtonState(role: .cancel) { TextState("Keep") }
  } message: {
    TextState("For ever.")
  }

  @Test func `T2: an alert is built of its parts, and buttons have roles and actions`() {
    let alert = Self.built
    #expect(alert.title == "Delete?" && alert.message == "For ever.")
    #expect(alert.buttons.map(\.label) == ["Delete", "Later", "Keep"])
    #expect(alert.buttons.map(\.role) == [.destructive, nil, .cancel])
    #expect(alert.buttons.map(\.action.action) == [.confirm, .keep(1), nil])
    let bare = AlertState<Choice> { TextState("Saved") }
    #expect(bare.buttons.isEmpty && bare.message == nil)
  }

  @Test func `T2: an alert's content may depend on the state that contains it`() {
    struct State {
      var count = 3
      var alert: AlertState<Choice>?
      var dialog: ConfirmationDialogState<Choice>?
    }
    func ask(_ state: inout State) {
      state.alert = AlertState {
        TextState("\(state.count)?")
      } message: {
        TextState("There are \(state.count).")
      }
      state.dialog = ConfirmationDialogState {
        TextState("\(state.count)?")
      } message: {
        TextState("There are \(state.count).")
      }
    }
    var state = State()
    ask(&state)
    #expect(state.alert?.message == "There are 3." && state.dialog?.message == "There are 3.")
  }

  @Test("T2: conditions and loops are allowed among the buttons", arguments: [false, true])
  func conditions(isFull: Bool) {
    let others = [ButtonState<Choice> { TextState("c") }]
    let dialog = ConfirmationDialogState<Choice>(titleVisibility: .hidden) {
      TextState("Which?")
    } actions: {
      if isFull { ButtonState(action: .confirm) { TextState("a") } }
      for number in 1...2 { ButtonState(action: .keep(number)) { TextState("\(number)") } }
      if isFull { others } else { ButtonState { TextState("d") } }
      switch isFull {
      case true: ButtonState { TextState("e") }
      case false: ButtonState { TextState("f") }
      }
    }
    let labels = dialog.buttons.map(\.label.description).joined()
    #expect(labels == (isFull ? "a12ce" : "12df"))
    #expect(dialog.titleVisibility == .hidden)
  }

  @Test func `T2: the older spellings make the same alerts and dialogs`() {
    let listed = AlertState<Choice>(
      title: TextState("Delete?"), message: TextState("For ever."),
      buttons: [
        .destructive(TextState("Delete"), action: .send(.confirm)),
        .default(TextState("Later"), action: .send(.keep(1))), .cancel(TextState("Keep")),
      ])
    #expect(listed == Self.built)
    let pair = AlertState<Choice>(
      title: .init("Sure?"), primaryButton: .default(.init("Yes"), action: .send(.confirm)),
      secondaryButton: .cancel(.init("No")))
    #expect(pair.buttons == [ButtonState("Yes", action: .confirm), .cancel("No")])
    #expect(
      AlertState<Choice>(title: .init("Saved"), dismissButton: .cancel(.init("OK"))).buttons
        == [.cancel("OK")])
    let sheet = ActionSheetState<Choice>(title: .init("Which?"), buttons: [.cancel(.init("No"))])
    #expect(
      sheet
        == ConfirmationDialogState {
          TextState("Which?")
        } actions: {
          ButtonState(role: .cancel) { TextState("No") }
        })
  }

  @Test func `T3: equal alerts and buttons have different ids`() {
    let first = AlertState<Choice>(title: "a", buttons: [.cancel("b")])
    let second = AlertState<Choice>(title: "a", buttons: [.cancel("b")])
    #expect(first == second)
    #expect(first.id != second.id && first.buttons[0].id != second.buttons[0].id)
    var changed = first
    changed.buttons[0].role = nil
    #expect(changed != first && changed.id == first.id)
  }

  @Test func `T3: map replaces only the actions`() {
    let mapped = Self.built.map { action -> String? in action.map { "\($0)" } }
    #expect(mapped.id == Self.built.id)
    #expect(mapped.buttons.map(\.id) == Self.built.buttons.map(\.id))
    #expect(mapped.buttons.map(\.action.action) == ["confirm", "keep(1)", nil])
    #expect(
      mapped.message == "For ever." && mapped.buttons.map(\.role) == [.destructive, nil, .cancel])
    let dialog = ConfirmationDialogState<Choice>(
      title: "Which?", titleVisibility: .visible, buttons: [.cancel("No", action: .send(.confirm))])
    let silent = dialog.map { _ in nil as String? }
    #expect(silent.titleVisibility == .visible && silent.buttons[0].action.action == nil)
    var pressed: [Choice?] = []
    for button in Self.built.buttons { button.withAction { pressed.append($0) } }
    #expect(pressed == [.confirm, .keep(1), nil])
  }
}
