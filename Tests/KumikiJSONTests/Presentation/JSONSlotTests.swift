import Kumiki
import Testing

@testable import KumikiJSON

@Suite("Slots in JSON")
struct JSONSlotTests {
  /// A parent that presents a writer at `/slot`; its child's actions come as `slot`.
  private func fixture(
    _ slot: JSON, id: String? = nil, isEnum: Bool = false, isLegacy: Bool = false
  ) throws -> JSONFixture {
    try JSONFixture(
      ["slot": slot, "n": 0],
      JSONFixture.slot(at: "/slot", "slot", isLegacy: isLegacy, id: id, isEnum: isEnum))
  }

  /// A command to what is presented.
  private func presented(_ command: Command) -> Command { command.to("slot", "presented") }

  private static let dismiss = Command(json: ["slot": "dismiss"])

  private static func present(_ state: JSON, id: String? = nil) -> Command {
    var what: JSON = ["state": state]
    if let id { what = what.setting("id", to: JSON(stringLiteral: id)) }
    return Command(json: ["slot": ["present": what]])
  }

  @Test("D2: filling an empty slot takes one fresh id, and null takes none")
  func filled() throws {
    let fixture = try fixture(nil)
    #expect(try fixture.presented("/slot") == nil)
    try fixture.run(.set("/slot", nil), .set("/slot", ["a": 1]))
    let first = try #require(try fixture.presented("/slot"))
    try fixture.run(.set("/slot", nil))
    #expect(try fixture.presented("/slot") == nil)
    try fixture.run(.set("/slot", ["a": 1]))
    #expect(try fixture.presented("/slot") != first)
  }

  @Test("D3, D4: the same case keeps the id; another case takes a fresh one")
  func cases() throws {
    let fixture = try fixture(["a": ["n": 1]], isEnum: true)
    let first = try #require(try fixture.presented("/slot"))
    try fixture.run(.set("/slot", ["a": ["n": 2]]))
    #expect(try fixture.presented("/slot") == first)
    try fixture.run(.set("/slot", ["b": ["n": 2]]))
    let second = try #require(try fixture.presented("/slot"))
    #expect(second != first)
    try fixture.run(.set("/slot", "b"))
    #expect(try fixture.presented("/slot") == second)
  }

  @Test("D5: a state without cases keeps the id")
  func structure() throws {
    let fixture = try fixture(["a": 1])
    let first = try #require(try fixture.presented("/slot"))
    try fixture.run(.set("/slot", ["b": 1]), .set("/slot/c", 1), .set("/slot", ["a": 1]))
    #expect(try fixture.presented("/slot") == first)
  }

  @Test("D6: null and filled again in one step is a fresh id")
  func again() throws {
    let fixture = try fixture(["a": 1])
    let first = try fixture.presented("/slot")
    try fixture.run(.all(.set("/slot", nil), .set("/slot", ["a": 1])))
    #expect(try fixture.presented("/slot") != first)
    let second = try fixture.presented("/slot")
    try fixture.run(.all(.remove("/slot"), .set("/slot", ["a": 1])))
    #expect(try fixture.presented("/slot") != second)
  }

  @Test("D7: changing inside the value keeps the id, whoever does it")
  func inside() throws {
    let fixture = try fixture(["a": ["n": 1]], isEnum: true)
    let first = try #require(try fixture.presented("/slot"))
    try fixture.run(.set("/slot/a/n", 2), presented(.set("/a/n", 3)), .set("/slot/a", ["n": 4]))
    #expect(try fixture.presented("/slot") == first)
  }

  @Test("D9: another id in the payload is another presentation, written whole or in place")
  func payloadIDs() throws {
    let fixture = try fixture(["id": 1, "n": 0], id: "id")
    var ids = [try #require(try fixture.presented("/slot"))]
    try fixture.run(.set("/slot", ["id": 1, "n": 1]))
    #expect(try fixture.presented("/slot") == ids[0])
    for command in [
      .set("/slot", ["id": 2]), .set("/slot/id", 3), presented(.set("/id", 4)),
    ] as [Command] {
      try fixture.run(command)
      ids.append(try #require(try fixture.presented("/slot")))
    }
    #expect(Set(ids).count == 4)
  }

  @Test("D11: a whole new document is compared with the old one")
  func document() throws {
    let fixture = try fixture(["a": ["n": 1]], isEnum: true)
    let first = try #require(try fixture.presented("/slot"))
    try fixture.run(.set("", ["slot": ["a": ["n": 2]]]))
    #expect(try fixture.presented("/slot") == first)
    try fixture.run(.set("", ["slot": ["b": 1]]))
    #expect(try fixture.presented("/slot") != first)
    try fixture.run(.set("", [:]))
    #expect(try fixture.presented("/slot") == nil)
  }

  @Test("D11: a whole new document is compared with the old one by the id of what is presented")
  func documentWithIDs() throws {
    let fixture = try fixture(["id": 1, "n": 1], id: "id")
    let first = try #require(try fixture.presented("/slot"))
    try fixture.run(.set("", ["slot": ["id": 1, "n": 2]]))
    #expect(try fixture.presented("/slot") == first)
    try fixture.run(.set("", ["slot": ["id": 2, "n": 2]]))
    #expect(try fixture.presented("/slot") != first)
  }

  @Test("D14: a write into another case of what is presented is an issue and changes nothing")
  func otherCase() throws {
    let fixture = try fixture(["a": ["n": 1]], isEnum: true)
    try fixture.run(.set("/slot/b", ["n": 2]), .set("/slot/b/n", 2), presented(.set("/b/n", 3)))
    #expect(fixture.codes == [.writeWrongCase, .writeWrongCase, .writeWrongCase])
    #expect(fixture["/slot"] == ["a": ["n": 1]])
  }

  @Test("D21, D25: present fills the slot; with another id it is a fresh presentation")
  func present() throws {
    let fixture = try fixture(nil, isLegacy: true)
    try fixture.run(Self.present(["n": 1], id: "first"))
    #expect(try fixture.presented("/slot") == "first")
    try fixture.run(presented(.hold), Self.present(["n": 2], id: "first"))
    #expect(fixture["/slot/n"] == 2)
    #expect(fixture.effectCount == 1)
    try fixture.run(Self.present(["n": 2], id: "second"))
    #expect(try fixture.presented("/slot") == "second")
    #expect(fixture.effectCount == 0)
    try fixture.run(Self.present(["n": 2]))
    #expect(try fixture.presented("/slot") != "second")
    #expect(fixture.codes == [])
  }

  @Test("D30: the child runs first, then its parent, which sees what it did")
  func childFirst() throws {
    let fixture = try JSONFixture(
      ["slot": ["n": 1]],
      JSONFixture.slot(
        JSONReducer(of: []) { state, action, _ in
          let n = state.get("/slot/n") ?? .null
          try? state.set("/seen", stealing: n.owned)
          return .none
        }, at: "/slot", "slot"))
    try fixture.run(presented(.set("/n", 2)))
    #expect(fixture["/seen"] == 2)
  }

  @Test("D32: an action for nothing is an issue", arguments: [false, true])
  func nothing(isLegacy: Bool) throws {
    let fixture = try fixture(nil, isLegacy: isLegacy)
    try fixture.run(presented(.set("/n", 2)), .set("/slot", ["n": 1]), .remove("/slot"))
    try fixture.run(presented(.set("/n", 2)))
    #expect(fixture.codes == [.absentDestination, .absentDestination])
    #expect(fixture.issues.map(\.statePath) == ["/slot", "/slot"])
    #expect(fixture["/slot"] == nil)
  }

  @Test("D41, D43: an alert's own action dismisses it; that of another case leaves it")
  func alerts() throws {
    let fixture = try JSONFixture(
      ["slot": ["alert": ["title": "?"]]],
      JSONFixture.slot(
        at: "/slot", "slot",
        .combine([
          JSONFixture.scope(onCase: "alert", "alert"), JSONFixture.scope(onCase: "other", "other"),
        ]), alerts: ["alert"]))
    try fixture.send(["slot": ["presented": ["other": "noop"]]])
    #expect(fixture["/slot"] == ["alert": ["title": "?"]])
    try fixture.send(["slot": ["presented": ["alert": "confirm"]]])
    #expect(fixture["/slot"]?.isNull == true)
    try fixture.run(.set("/slot", ["other": 1]))
    try fixture.send(["slot": ["presented": ["other": "noop"]]])
    #expect(fixture["/slot"] == ["other": 1])
  }

  @Test("D48: writing an alert always takes a fresh id")
  func alertAgain() throws {
    let fixture = try JSONFixture(
      ["slot": ["title": "?"]], JSONFixture.slot(at: "/slot", "slot", isAlert: true))
    var ids: Set<String?> = [try fixture.presented("/slot")]
    for _ in 0..<3 {
      try fixture.run(.set("/slot", ["title": "?"]))
      ids.insert(try fixture.presented("/slot"))
    }
    #expect(ids.count == 4)
  }

  @Test("D50, D52: dismiss takes the slot and what runs there; of nothing it is an issue")
  func dismissed() throws {
    let fixture = try fixture(["n": 1])
    try fixture.run(presented(.hold), .hold)
    #expect(fixture.effectCount == 2)
    try fixture.run(Self.dismiss)
    #expect(fixture["/slot"]?.isNull == true)
    #expect(fixture.effectCount == 1)
    try fixture.run(Self.dismiss)
    #expect(fixture.codes == [.absentDestination])
  }

  @Test(
    "D60, D61: another id at the end of the step cancels what ran; the same one keeps it",
    arguments: [
      (Command.set("/slot", ["a": ["n": 2]]), 1), (.set("/slot", ["b": 1]), 0),
      (.set("/slot", nil), 0), (.remove("/slot"), 0), (.set("", ["slot": ["a": 1]]), 1),
      (.set("", [:]), 0), (.all(.set("/slot", nil), .set("/slot", ["a": ["n": 1]])), 0),
      (.move("/slot", "/other"), 0),
    ])
  func cancelled(command: Command, left: Int) throws {
    let fixture = try fixture(["a": ["n": 1]], isEnum: true)
    try fixture.run(presented(.hold), command)
    #expect(fixture.effectCount == left)
    #expect(fixture.codes == [])
  }

  @Test("D26: two slots of one parent are independent")
  func independent() throws {
    let fixture = try JSONFixture(
      ["left": ["n": 1], "right": ["n": 1]],
      JSONFixture.slot(JSONFixture.slot(at: "/left", "left"), at: "/right", "right"))
    try fixture.run(
      Command.hold.to("left", "presented"), Command.hold.to("right", "presented"))
    let right = try fixture.presented("/right")
    try fixture.run(.set("/left", nil))
    #expect(fixture.effectCount == 1)
    #expect(try fixture.presented("/right") == right)
  }
}
