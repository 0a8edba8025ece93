import Kumiki
import Testing

@testable import KumikiJSON

/// The actions of an alert and its parent.
private enum Answer: Codable, Equatable { case confirm, deny }
private typealias Modern = PresentationAction<Answer>
private typealias Seed = DestinationAction<Row, Answer>

@Suite struct PresentationActionCodingTests {
  @Test(
    "A presentation's action is written in one form, and reads back",
    arguments: [
      (.dismiss, #""dismiss""#),
      (.presented(.confirm), #"{"presented":"confirm"}"#),
    ] as [(Modern, String)])
  fileprivate func modern(action: Modern, text: String) throws {
    let encoded = try JSONBridge.encode(action)
    #expect(try encoded.text() == text)
    #expect(try JSONBridge.decode(Modern.self, from: encoded) == action)
  }

  @Test(
    "A destination's action is written in one form, and reads back",
    arguments: [
      (.dismiss, #""dismiss""#),
      (.presented(.deny), #"{"presented":"deny"}"#),
      (.present(id: "login", nil), #"{"present":{"id":"login","state":null}}"#),
      (
        .present(id: nil, Row(id: "a")),
        #"{"present":{"id":null,"state":{"id":"a","count":0,"child":null}}}"#
      ),
    ] as [(Seed, String)])
  fileprivate func seed(action: Seed, text: String) throws {
    let encoded = try JSONBridge.encode(action)
    #expect(try encoded.text() == text)
    #expect(try JSONBridge.decode(Seed.self, from: encoded) == action)
  }

  @Test(
    "D22: of a present either member may be absent, or both",
    arguments: [
      (#""present""#, nil), (#"{"present": null}"#, nil), (#"{"present": {}}"#, nil),
      (#"{"present": {"id": "login"}}"#, "login"), (#"{"present": {"state": null}}"#, nil),
    ] as [(String, String?)])
  func present(text: String, id: String?) throws {
    let expected = Seed.present(id: id.map { PresentationID($0) }, nil)
    #expect(try JSONBridge.decode(Seed.self, from: json(text)) == expected)
  }

  @Test func `D91: an id with a zero character is refused`() throws {
    let error = #expect(throws: JSONError.self) {
      try JSONBridge.decode(Seed.self, from: json(#"{"present": {"id": "a\u0000b"}}"#))
    }
    #expect(error?.path == "/present/id")
    #expect(error?.message == "an id has no zero character")
  }

  @Test(
    "M9: a value that is no presentation action is refused with its place and known cases",
    arguments: [
      (
        #""dismis""#, "",
        "found dismis; did you mean dismiss? expected one of dismiss, present, presented"
      ),
      (
        #"{"dismiss": null, "presented": "deny"}"#, "",
        "found 2 members: dismiss, presented; expected one of dismiss, present, presented"
      ),
      (#"{"presented": "later"}"#, "/presented", "found later; expected one of confirm, deny"),
      (#"{"present": {"id": 5}}"#, "/present/id", "expected text, found 5"),
      (#"{"present": {"state": {"id": 1}}}"#, "/present/state/id", "expected text, found 1"),
    ])
  func refused(text: String, path: String, message: String) throws {
    let error = #expect(throws: JSONError.self) {
      try JSONBridge.decode(Seed.self, from: json(text))
    }
    #expect(error?.path == path)
    #expect(error?.message == message)
  }
}
