import Kumiki
import Testing

@testable import KumikiJSON

@Suite("Writes of a reducer")
struct JSONWriteTests {
  private func fixture(_ state: JSON) throws -> JSONFixture {
    try JSONFixture(state, JSONFixture.writer())
  }

  @Test("A write replaces what is there, or adds a member")
  func set() throws {
    let fixture = try fixture(["a": 1, "list": [1, ["b": 2]]])
    try fixture.run(
      .set("/a", "one"), .set("/new", [:]), .set("/new/inner", true), .set("/list/0", 0),
      .set("/list/1/b", nil))
    #expect(fixture.state == ["a": "one", "new": ["inner": true], "list": [0, ["b": nil]]])
    try fixture.run(.set("", ["whole": 1]))
    #expect(fixture.state == ["whole": 1])
    #expect(fixture.codes == [])
  }

  @Test("An insertion shifts what comes after it, and may come after everything")
  func insert() throws {
    let fixture = try fixture(["list": [1, 2], "a": 1])
    try fixture.run(
      .insert("/list/0", 0), .insert("/list/3", 3), .insert("/list/-", 4), .insert("/b", 2))
    #expect(fixture.state == ["list": [0, 1, 2, 3, 4], "a": 1, "b": 2])
    #expect(fixture.codes == [])
  }

  @Test("A removal takes a member or an element away, and what is in it")
  func remove() throws {
    let fixture = try fixture(["list": [1, [2], 3], "a": ["b": [:]]])
    try fixture.run(.remove("/list/1"), .remove("/a/b"))
    #expect(fixture.state == ["list": [1, 3], "a": [:]])
    try fixture.run(.remove("/list"), .remove("/a"))
    #expect(fixture.state == [:])
    #expect(fixture.codes == [])
  }

  @Test(
    "A50: a write that cannot be done is one issue that names its place, and changes nothing",
    arguments: [
      (Command.set("/no/way", 1), "/no/way"), (.set("/list/5", 1), "/list/5"),
      (.set("/list/-", 1), "/list/-"), (.set("/text/0", 1), "/text/0"),
      (.insert("/list/9", 1), "/list/9"), (.insert("/no/-", 1), "/no/-"),
      (.remove("/none"), "/none"), (.remove("/list/2"), "/list/2"), (.move("/none", "/a"), "/none"),
      (.move("/list", "/list/0/x"), "/list"), (.push("/list", 1), "/list"),
    ])
  func failed(command: Command, path: String) throws {
    let before: JSON = ["list": [[:], 2], "text": "t"]
    let fixture = try fixture(before)
    try fixture.run(command)
    #expect(fixture.codes == [.writeFailed])
    #expect(fixture.issues.first?.statePath == path)
    #expect(fixture.state == before)
  }

  @Test(
    "A50: the issue of a write names the operator around its reducer, and its place from the root")
  func labelled() throws {
    let fixture = try JSONFixture(
      ["part": ["a": 1]], .combine([JSONFixture.scope(at: "/part", "part")]))
    try fixture.run(.set("/b/c", 1).to("part"))
    #expect(fixture.issues.map(\.statePath) == ["/part/b/c"])
    #expect(fixture.issues.map(\.label) == ["scope /part"])
  }

  @Test("M14: a snapshot stays as it was, whatever is written, and however deep")
  func snapshots() throws {
    let fixture = try fixture([
      "a": 1, "deep": ["er": ["list": [1, ["x": 1]], "n": 1]], "list": [1, 2, 3],
    ])
    let commands: [Command] = [
      .set("/a", 2), .set("/deep/er/n", 2), .set("/deep/er/n", 3), .set("/deep/er/list/1/x", 2),
      .insert("/deep/er/list/0", 0), .remove("/deep/er/list/0"), .move("/list/0", "/list/2"),
      .move("/deep/er/n", "/n"), .remove("/n"), .set("/deep", nil), .set("", [:]),
    ]
    var held: [(JSON, String)] = [(fixture.state, try fixture.state.text())]
    for command in commands {
      try fixture.run(command)
      for (snapshot, text) in held { #expect(try snapshot.text() == text) }
      held.append((fixture.state, try fixture.state.text()))
    }
    #expect(fixture.codes == [])
  }

  @Test("M14: a number that is written again and again is not written into a snapshot")
  func counted() throws {
    let fixture = try fixture(["count": 0, "inner": ["count": 0]])
    var held: [JSON] = []
    for round in 1...4 as ClosedRange<Int64> {
      let number = JSON(integerLiteral: round)
      try fixture.run(.set("/count", number), .set("/inner/count", number))
      held.append(fixture.state)
      try fixture.run(.set("/inner/count", 100), .set("/count", 100))
    }
    #expect(held.map { $0[key: "count"]?.integer } == [1, 2, 3, 4])
    #expect(held.map { $0[key: "inner"]?[key: "count"]?.integer } == [1, 2, 3, 4])
  }

  @Test("M8: nothing is written that would stand deeper than text may be")
  func deep() throws {
    let levels = (0..<2_040).reduce(0 as JSON) { value, _ in [value] }
    let state: JSON = ["in": ["in": ["in": ["in": ["in": ["in": ["in": ["in": ["in": 1]]]]]]]]]
    let fixture = try fixture(["deep": state, "flat": nil])
    try fixture.run(.set("/flat", levels), .set("/deep/in", levels))
    #expect(fixture.codes == [])
    try fixture.run(.set("/deep", state), .set("/deep/in/in/in/in/in/in/in/in/in", levels))
    #expect(fixture.codes == [.writeFailed])
    #expect(fixture["/deep"] == state)
  }

  @Test("M2: members keep their order when one is written, and a new one comes last")
  func members() throws {
    let fixture = try fixture(["c": 1, "a": 2, "b": 3])
    try fixture.run(.set("/a", ["x": 1]), .set("/c", 2), .set("/d", 4), .remove("/b"))
    #expect(try fixture.state.text() == #"{"c":2,"a":{"x":1},"d":4}"#)
  }
}
