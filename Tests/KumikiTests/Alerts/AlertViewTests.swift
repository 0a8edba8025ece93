import Kumiki
import Testing

/// Alerts without a reducer, and the views that draw them.
@MainActor @Suite struct AlertViewTests {
  /// A store, and the notifications of its view.
  @MainActor private struct Shown {
    let inbox: StoreFixture<Inbox.State, Inbox.Action>
    let told = Record<String?>()
    let last = Record<PresentedAlert?>()
    private let subscription: Subscription

    init(_ state: Inbox.State = Inbox.State()) throws {
      inbox = try StoreFixture(state) { Inbox() }
      subscription = inbox.views.observeAlert(\.$alert, action: \.alert) { [told, last] alert in
        told(alert?.title.description)
        last(alert)
      }
    }

    func alert() throws -> PresentedAlert { try #require(last.entries.last ?? nil) }
  }

  @Test func `T5: an alert in a slot is dismissed by its action; the parent handles it`() throws {
    let inbox = try StoreFixture(Inbox.State()) { Inbox() }
    inbox.send(.ask("Sure?"))
    #expect(inbox.state.alert == Inbox.question("Sure?"))
    inbox.send(.alert(.presented(.delete)))
    #expect(inbox.state == Inbox.State(mails: 2))
    inbox.send(.ask("Sure?"))
    inbox.send(.alert(.dismiss))
    #expect(inbox.state == Inbox.State(mails: 2))
    #expect(inbox.codes == [])
    inbox.send(.alert(.presented(.delete)))
    #expect(inbox.codes == [.absentDestination])
  }

  @Test func `T5: so is a dialog in an optional`() throws {
    let inbox = try StoreFixture(Inbox.State()) { Inbox() }
    inbox.send(.pick)
    #expect(inbox.state.dialog?.title == "Which?")
    inbox.send(.dialog(.delete))
    #expect(inbox.state == Inbox.State(mails: 2))
    #expect(inbox.codes == [])
  }

  @Test("T6: a view is notified of an alert, of another one, of other texts, and of the dismissal")
  func told() throws {
    let shown = try Shown()
    shown.inbox.send(.ask("Sure?"))
    shown.inbox.send(.pick)
    shown.inbox.send(.rename("Really?"))
    shown.inbox.send(.rename("Really?"))
    shown.inbox.send(.ask("Really?"))
    shown.inbox.send(.askAgain)
    shown.inbox.send(.alert(.dismiss))
    shown.inbox.send(.pick)
    #expect(shown.told.entries == [nil, "Sure?", "Really?", "Really?", "Really?", nil])
    let ids = shown.last.entries.map { $0?.id }
    #expect(ids[1] == ids[2] && ids[2] != ids[3] && ids[3] == ids[4])
  }

  @Test func `T6: an alert that is already presented is reported at first, with buttons`() throws {
    let shown = try Shown(Inbox.State(alert: Inbox.question("Sure?")))
    let alert = try shown.alert()
    #expect(alert.title == "Sure?" && alert.message == nil)
    #expect(alert.titleVisibility == .automatic)
    #expect(alert.buttons.map(\.label) == ["Delete", "Keep"])
    #expect(alert.buttons.map(\.role) == [.destructive, .cancel])
  }

  @Test func `T6: a view of a part of a destination is notified only of its alert`() throws {
    let sheet = try SheetFixture(.modern, .counter(count: 0))
    let told = Record<PresentedAlert?>()
    let subscription = sheet.views.observeAlert(\.shownAlert, action: \.shown.alert) { told($0) }
    sheet.send(.assign(.alert("Sure?")))
    sheet.send(.assign(.counter(count: 1)))
    #expect(told.entries.map { $0?.title } == [nil, "Sure?", nil])
    let gone = try #require(told.entries[1])
    gone.dismiss()
    #expect(sheet.destination == .counter(count: 1))
    let answer = ButtonState<Sheet.Choice>("Yes", action: .confirm)
    sheet.send(.assign(.alert(AlertState(title: "Sure?", buttons: [answer]))))
    try #require(told.entries.last ?? nil).buttons[0].press()
    #expect(sheet.actions.last == .alert(.confirm) && sheet.destination == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test func `T7: a button sends its action once, and the alert is closed`() throws {
    let shown = try Shown(Inbox.State(alert: Inbox.question("Sure?")))
    let alert = try shown.alert()
    alert.buttons[0].press()
    #expect(shown.inbox.state == Inbox.State(mails: 2))
    alert.buttons[0].press()
    alert.buttons[1].press()
    alert.dismiss()
    #expect(shown.inbox.actions == [.alert(.presented(.delete))])
    #expect(shown.inbox.codes == [])
  }

  @Test func `T11: a button's action, and only that, is reported with its animation`() throws {
    let calm = ButtonState<Inbox.Choice>(action: .send(.delete)) { "Delete" }
    let quick = ButtonState<Inbox.Choice>(action: .send(.delete, animation: .linear)) { "Delete" }
    #expect(calm != quick && calm == ButtonState("Delete", action: .delete))
    #expect(quick.map { $0 }.action == quick.action)
    let shown = try Shown(Inbox.State(alert: AlertState(title: "Sure?", buttons: [calm, quick])))
    let told = Record<Animation?>()
    let subscription = shown.inbox.views.observe(\.mails) { _ in
      told(Transaction.current.animation)
    }
    let alert = try shown.alert()
    alert.buttons[1].press()
    shown.inbox.send(.alert(.dismiss))
    #expect(told.entries == [nil, .linear] && Transaction.current.animation == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test("T7: a button without an action closes, and so does dismiss", arguments: [false, true])
  func close(byButton: Bool) throws {
    let shown = try Shown(Inbox.State(alert: Inbox.question("Sure?")))
    let alert = try shown.alert()
    if byButton { alert.buttons[1].press() } else { alert.dismiss() }
    #expect(shown.inbox.state == Inbox.State())
    #expect(shown.inbox.actions == [.alert(.dismiss)])
    #expect(shown.told.entries == ["Sure?", nil])
  }

  @Test("T7: a button of a replaced alert does nothing; after a change of the texts it works")
  func replaced() throws {
    let shown = try Shown(Inbox.State(alert: Inbox.question("Sure?")))
    let first = try shown.alert()
    shown.inbox.send(.rename("Really?"))
    shown.inbox.send(.ask("Again?"))
    first.buttons[0].press()
    #expect(shown.inbox.state.mails == 3)
    let second = try shown.alert()
    shown.inbox.send(.rename("Still?"))
    second.buttons[0].press()
    #expect(shown.inbox.state.mails == 2)
    #expect(shown.inbox.state.alert == nil && shown.inbox.codes == [])
  }
}

extension Sheet.State {
  /// The alert among the possible presentations.
  fileprivate var shownAlert: AlertState<Sheet.Choice>? {
    if case .alert(let alert) = destination { alert } else { nil }
  }
}
