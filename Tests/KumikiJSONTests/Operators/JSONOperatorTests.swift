import Kumiki
import Testing

@testable import KumikiJSON

@Suite("Scopes, optional children and cases in JSON")
struct JSONOperatorTests {
  @Test(
    "A5: a child runs for the actions in its branch, on its part, and its effects come back in it")
  func scope() throws {
    let fixture = try JSONFixture(
      ["a": ["b": ["n": 0]], "n": 0],
      .combine([
        JSONFixture.scope(at: "/a/b", "deep.branch"), JSONFixture.scope(at: "", "whole"),
      ]))
    try fixture.run(Command.set("/n", 1).to("deep", "branch"), Command.set("/n", 2).to("whole"))
    #expect(fixture.state == ["a": ["b": ["n": 1]], "n": 2])
    try fixture.run(Command.later(.set("/n", 3)).to("deep", "branch"))
    try fixture.advance(seconds: 1)
    #expect(fixture["/a/b/n"] == 3)
    try fixture.send("unknown")
    #expect(fixture.codes == [])
  }

  @Test("A5: a part that is null is there, and one that is missing is an issue")
  func missing() throws {
    let fixture = try JSONFixture(["a": nil], JSONFixture.scope(at: "/a", "a"))
    try fixture.run(Command.set("", 1).to("a"))
    #expect(fixture.state == ["a": 1])
    try fixture.run(Command.set("", nil).to("a"), Command.set("", 2).to("a"))
    #expect(fixture.state == ["a": 2])
    let other = try JSONFixture(["a": [:]], JSONFixture.scope(at: "/a/b", "b"))
    try other.run(Command.set("", 1).to("b"))
    #expect(other.codes == [.absentChild])
    #expect(other.issues.map(\.statePath) == ["/a/b"])
    #expect(other.state == ["a": [:]])
  }

  @Test("A6: a child of another case than the state's is an issue that names the case that is up")
  func wrongCase() throws {
    let fixture = try JSONFixture(
      ["in": ["n": 1]],
      .combine([JSONFixture.scope(onCase: "in", "in"), JSONFixture.scope(onCase: "out", "out")]))
    try fixture.run(Command.set("/n", 2).to("in"), Command.set("/n", 3).to("out"))
    #expect(fixture.state == ["in": ["n": 2]])
    #expect(fixture.codes == [.wrongCase])
    #expect(fixture.issues.first?.message.contains("in") == true)
  }

  @Test("A7: a scope's ids are its parent's")
  func ids() throws {
    let fixture = try JSONFixture(
      ["a": [:], "b": [:]],
      .combine([
        JSONFixture.scope(at: "/a", "a"), JSONFixture.scope(at: "/b", "b"), JSONFixture.writer(),
      ]))
    try fixture.run(Command.hold.to("a"), Command.stop.to("b"))
    #expect(fixture.effectCount == 0)
    try fixture.run(Command.hold.to("a"), .stop)
    #expect(fixture.effectCount == 0)
  }

  @Test("A11: an action for an optional child that is not there is an issue: null, or nothing")
  func absent() throws {
    let fixture = try JSONFixture(["child": nil], JSONFixture.optional(at: "/child", "child"))
    try fixture.run(Command.set("/n", 1).to("child"), Command.set("", 1).to("child"))
    try fixture.run(.remove("/child"), Command.set("", 1).to("child"))
    #expect(fixture.codes == [.absentChild, .absentChild, .absentChild])
    #expect(fixture.state == [:])
  }

  @Test(
    "A12: taking an optional child away cancels its effects, leaving it there does not",
    arguments: [
      (Command.set("/child", nil), 0), (.remove("/child"), 0), (.set("/child", ["n": 2]), 1),
      (.set("/child/n", 3), 1), (.set("", ["child": [:]]), 1), (.set("", [:]), 0),
    ])
  func takenAway(command: Command, left: Int) throws {
    let fixture = try JSONFixture(
      ["child": ["n": 1]], JSONFixture.optional(at: "/child", "child"))
    try fixture.run(Command.hold.to("child"), command)
    #expect(fixture.effectCount == left)
    #expect(fixture.codes == [])
  }

  @Test("A15: an optional child loses its effects with its id or its case")
  func identity() throws {
    let byID = try JSONFixture(
      ["child": ["id": 1]], JSONFixture.optional(at: "/child", "child", id: "id"))
    try byID.run(Command.hold.to("child"), .set("/child", ["id": 1, "n": 1]))
    #expect(byID.effectCount == 1)
    try byID.run(.set("/child/id", 2))
    #expect(byID.effectCount == 0)
    let byCase = try JSONFixture(
      ["child": ["a": 1]], JSONFixture.optional(at: "/child", "child", isEnum: true))
    try byCase.run(Command.hold.to("child"), .set("/child", ["a": 2]))
    #expect(byCase.effectCount == 1)
    try byCase.run(.set("/child", ["b": 2]))
    #expect(byCase.effectCount == 0)
  }

  @Test("A14: a child of a case runs on its payload, and in another case it is an issue")
  func onCase() throws {
    let fixture = try JSONFixture(
      ["a": ["n": 1]],
      JSONFixture.onCase(JSONFixture.onCase(named: "a", "a"), named: "b", "b"))
    try fixture.run(Command.set("/n", 2).to("a"), Command.set("/n", 3).to("b"))
    #expect(fixture.state == ["a": ["n": 2]])
    #expect(fixture.codes == [.wrongCase])
  }

  @Test("A15: a child of a case loses its effects with the case, or with its payload's id")
  func caseEffects() throws {
    let fixture = try JSONFixture(
      ["a": ["id": 1]],
      JSONFixture.onCase(JSONFixture.onCase(named: "a", "a", id: "id"), named: "b", "b"))
    try fixture.run(Command.hold.to("a"), .set("", ["a": ["id": 1, "n": 1]]))
    #expect(fixture.effectCount == 1)
    try fixture.run(.set("", ["a": ["id": 2]]))
    #expect(fixture.effectCount == 0)
    try fixture.run(.set("", "b"), Command.hold.to("b"), .set("", ["b": nil]))
    #expect(fixture.effectCount == 1)
    try fixture.run(.set("", ["a": ["id": 2]]))
    #expect(fixture.effectCount == 0)
    #expect(fixture.codes == [])
  }

  @Test("A16: of nested optionals the outermost that is missing reports, once")
  func nestedOptionals() throws {
    let fixture = try JSONFixture(
      ["outer": nil],
      JSONFixture.optional(
        at: "/outer", "outer", JSONFixture.optional(at: "/inner", "inner")))
    try fixture.run(Command.set("", 1).to("outer", "inner"))
    #expect(fixture.issues.map(\.statePath) == ["/outer"])
    try fixture.run(.set("/outer", ["inner": nil]), Command.set("", 1).to("outer", "inner"))
    #expect(fixture.issues.map(\.statePath) == ["/outer", "/outer/inner"])
  }

  /// An optional alert, whose parent puts up what its own `all` says after it has been answered.
  private func alert() throws -> JSONFixture {
    try JSONFixture(
      ["alert": ["title": "?"]],
      JSONFixture.optional(
        JSONReducer(of: []) { state, action, _ in
          guard let next = action.json[key: "alert"]?[key: "put"] else { return .none }
          try? state.set("/alert", stealing: next.owned)
          return .none
        }, at: "/alert", "alert", isAlert: true))
  }

  @Test("A26: an optional alert goes after its own action, unless the parent put up another")
  func alerts() throws {
    let fixture = try alert()
    try fixture.send(["alert": ["put": ["title": "another"]]])
    #expect(fixture["/alert/title"] == "another")
    try fixture.send(["alert": "confirm"])
    #expect(fixture["/alert"]?.isNull == true)
  }

  @Test("A30: an equal alert that the parent puts up while it is answered stays")
  func equalAlert() throws {
    let fixture = try alert()
    try fixture.send(["alert": ["put": ["title": "?"]]])
    #expect(fixture["/alert"] == ["title": "?"])
    try fixture.send(["alert": "confirm"])
    #expect(fixture["/alert"]?.isNull == true)
  }

  @Test("L1, L5: a recursion reaches as deep as an action goes; below a null it is one issue")
  func recursion() throws {
    let fixture = try JSONFixture(
      ["child": ["child": ["child": nil]]],
      .recurse { nested in
        (try? JSONFixture.optional(at: "/child", "child", nested)) ?? nested
      })
    try fixture.run(Command.set("/n", 1).to("child", "child"))
    #expect(fixture["/child/child/n"] == 1)
    try fixture.run(Command.set("/n", 1).to("child", "child", "child", "child"))
    #expect(fixture.codes == [.absentChild])
    #expect(fixture.issues.first?.statePath == "/child/child/child")
  }

  @Test("M10: a case alone, with null and with {} is one action for every operator")
  func spellings() throws {
    for dismiss in ["dismiss", ["dismiss": nil], ["dismiss": [:]]] as [JSON] {
      let fixture = try JSONFixture(
        ["slot": ["n": 1]], JSONFixture.slot(at: "/slot", "slot"))
      try fixture.send(["slot": dismiss])
      #expect(fixture["/slot"]?.isNull == true)
    }
  }

  @Test("M9: an action that does not fit is refused before any reducer runs, with its place")
  func mismatches() throws {
    let fixture = try JSONFixture(
      ["slot": ["n": 1], "rows": [["id": 1]]],
      JSONFixture.rows(JSONFixture.slot(at: "/slot", "slot"), at: "/rows", "rows"))
    for action in [
      1, [:], ["slot": ["present": 1]], ["slot": "dismis"], ["rows": ["element": ["id": 1]]],
      ["slot": ["presented": 1], "rows": 2],
    ] as [JSON] {
      #expect(throws: JSONError.self) { try fixture.send(action) }
    }
    #expect(fixture.codes == [])
  }
}
