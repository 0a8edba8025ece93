import Kumiki
import KumikiTesting
import Testing

private enum Choice: Equatable { case confirm }

private struct Inbox: Reducer {
  struct State: Equatable { @PresentationState var alert: AlertState<Choice>? }
  enum Action { case ask }

  static let question = AlertState {
    TextState("Delete ") + TextState("Blob").bold()
  } actions: {
    ButtonState<Choice>(role: .destructive, action: .confirm) { TextState("Delete") }
    ButtonState<Choice>(role: .cancel) { TextState("Keep") }
  } message: {
    TextState("For ever.")
  }

  func reduce(into state: inout State, action _: Action) -> Effect<Action> {
    state.alert = Self.question
    return .none
  }
}

@MainActor @Suite struct AlertDumpTests {
  @Test func `T10: an alert in a failure is its texts, roles and actions`() async throws {
    let found = await messages {
      let store = TestStore(initialState: Inbox.State()) { Inbox() }
      await store.send(.ask)
    }
    let message = try #require(found.first)
    for line in [
      "title: \"Delete **Blob**\"", "role: .destructive", "action: .confirm", "label: \"Delete\"",
      "role: .cancel", "label: \"Keep\"", "message: \"For ever.\"",
    ] {
      #expect(message.contains(line), "\(line) in \(message)")
    }
    #expect(!message.contains("serial"))
  }

  @Test func `T10: another label is the one line that differs`() async throws {
    let found = await messages {
      let store = TestStore(initialState: Inbox.State()) { Inbox() }
      await store.send(.ask) {
        $0.alert = Inbox.question
        $0.alert?.buttons[0].label = TextState("Remove")
      }
    }
    let message = try #require(found.first)
    #expect(message.contains("- ") && message.contains("label: \"Remove\""))
    #expect(message.contains("label: \"Delete\""), "\(message)")
    #expect(!message.contains("label: \"Keep\""), "\(message)")
  }

  @Test func `T11: another animation of a button is a difference that is shown`() async throws {
    let found = await messages {
      let store = TestStore(initialState: Inbox.State()) { Inbox() }
      await store.send(.ask) {
        $0.alert = Inbox.question
        $0.alert?.buttons[0].action = .send(.confirm, animation: .default)
      }
    }
    let message = try #require(found.first)
    #expect(message.contains("animation: "), "\(message)")
  }
}
