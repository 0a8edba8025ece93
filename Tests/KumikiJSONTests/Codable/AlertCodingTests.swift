import Kumiki
import Testing

@testable import KumikiJSON

private enum Choice: Codable, Equatable { case confirm, keep(Int) }

@Suite struct AlertCodingTests {
  @Test func `T4: an alert is JSON, and reads back as an equal alert`() throws {
    let alert = AlertState<Choice> {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: .confirm) { TextState("Delete") }
      ButtonState(action: .keep(2)) { TextState("Later") }
      ButtonState(role: .cancel) { TextState("Keep") }
    }
    let encoded = try JSONBridge.encode(alert)
    #expect(
      try encoded
        == JSONText.parse(
          quoted: """
            {'title': 'Delete?', 'message': null, 'buttons': [
              {'label': 'Delete', 'role': 'destructive', 'action': 'confirm'},
              {'label': 'Later', 'role': null, 'action': {'keep': 2}},
              {'label': 'Keep', 'role': 'cancel', 'action': null}]}
            """))
    #expect(try JSONBridge.decode(AlertState<Choice>.self, from: encoded) == alert)
  }

  @Test func `T4: message, buttons, role and action may be absent`() throws {
    let alert = try JSONBridge.decode(AlertState<Choice>.self, from: ["title": "Saved"])
    #expect(alert == AlertState { TextState("Saved") })
    let button = try JSONBridge.decode(ButtonState<Choice>.self, from: ["label": "OK"])
    #expect(button == ButtonState { TextState("OK") })
  }

  @Test(
    "T4: a dialog declares whether its title is shown",
    arguments: [.automatic, .hidden, .visible] as [ConfirmationDialogStateTitleVisibility])
  func dialog(visibility: ConfirmationDialogStateTitleVisibility) throws {
    let dialog = ConfirmationDialogState<Choice>(titleVisibility: visibility) {
      TextState("Which?")
    } message: {
      TextState("One of them.")
    }
    let encoded = try JSONBridge.encode(dialog)
    #expect(encoded[key: "titleVisibility"]?.string == visibility.rawValue)
    #expect(try JSONBridge.decode(ConfirmationDialogState<Choice>.self, from: encoded) == dialog)
  }

  @Test func `T4: a text with styles is a list of its pieces`() throws {
    let text = TextState("Delete ") + TextState("Blob").underline().bold()
    let encoded = try JSONBridge.encode(text)
    #expect(
      try encoded
        == JSONText.parse(
          quoted: """
            [{'text': 'Delete '}, {'text': 'Blob', 'styles': ['bold', 'underline']}]
            """))
    #expect(try JSONBridge.decode(TextState.self, from: encoded) == text)
    #expect(try JSONBridge.encode(TextState("a") + TextState("b")).string == "ab")
  }

  @Test(
    "T4: a value that is not an alert is refused with its place",
    arguments: [
      (#"{'title': 3}"#, "/title"), (#"{'title': [{'text': 1}]}"#, "/title/0/text"),
      (#"{'title': [{'text': 'a', 'styles': ['loud']}]}"#, "/title/0/styles/0"),
      (#"{'title': 'a', 'buttons': [{'label': 'b', 'role': 'main'}]}"#, "/buttons/0/role"),
      (#"{'title': 'a', 'buttons': [{'label': 'b', 'action': 'no'}]}"#, "/buttons/0/action"),
      (#"{'message': 'a'}"#, "/title"),
    ])
  func refused(text: String, place: String) throws {
    let value = try JSONText.parse(quoted: text)
    let error = jsonError { try JSONBridge.decode(AlertState<Choice>.self, from: value) }
    #expect(error?.path == place, "\(text): \(String(describing: error))")
    if place == "/title" {
      #expect(error?.message.contains("array") == false, "\(error?.message ?? "")")
    }
  }
}
