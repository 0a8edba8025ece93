import Kumiki
import Testing

@testable import KumikiJSON

@Suite("Paths in JSON")
struct JSONPathTests {
  /// Writers on a path at `/path`.
  private func fixture(_ path: JSON, isLegacy: Bool = false) throws -> JSONFixture {
    try JSONFixture(["path": path], JSONFixture.path(at: "/path", "path", isLegacy: isLegacy))
  }

  private func element(_ id: JSON, _ command: Command) -> Command {
    command.to("path", element: id)
  }

  private func ids(_ fixture: JSONFixture) -> [Int64] {
    let path = fixture["/path"] ?? []
    return (0..<path.count).compactMap { path[index: $0]?[key: "id"]?.integer }
  }

  @Test("E8: a path is given as plain elements or with ids, and always has ids")
  func forms() throws {
    let plain = try fixture([["n": 1], ["n": 2]])
    #expect(
      plain["/path"] == [["id": 0, "element": ["n": 1]], ["id": 1, "element": ["n": 2]]])
    let long = try fixture([["id": 4, "element": ["n": 1]]])
    #expect(long["/path"] == [["id": 4, "element": ["n": 1]]])
    try long.run(.set("/path", [["n": 3]]))
    #expect(long["/path"] == [["id": 0, "element": ["n": 3]]])
  }

  @Test("E2, E3: ids count up and are never used again; elements put in as values get new ones")
  func counted() throws {
    let fixture = try fixture([])
    try fixture.run(.push("/path", 1), .push("/path", 2), .pop("/path", from: 1))
    try fixture.run(.insert("/path/-", 3), .insert("/path/0", 4))
    #expect(ids(fixture) == [3, 0, 2])
    try fixture.run(.insert("/path/-", ["id": 6, "element": 5]), .pop("/path", from: 6))
    for element in 0..<4 as Range<Int64> {
      try fixture.run(.push("/path", JSON(integerLiteral: element)))
    }
    #expect(ids(fixture) == [3, 0, 2, 4, 5, 7, 8])
    #expect(fixture.codes == [])
  }

  @Test("E4, E32: moving elements keeps their ids; it cancels nothing")
  func reordered() throws {
    let fixture = try fixture([1, 2, 3])
    try fixture.run(element(0, .hold), element(2, .hold))
    try fixture.run(.move("/path/0", "/path/2"), .move("/path/1", "/path/0"))
    #expect(ids(fixture) == [2, 1, 0])
    #expect(fixture.effectCount == 2)
  }

  @Test("E6: popFrom removes an element and all above it, popTo all above it")
  func popped() throws {
    let fixture = try fixture([1, 2, 3, 4])
    try fixture.run(.pop("/path", to: 2))
    #expect(ids(fixture) == [0, 1, 2])
    try fixture.run(.pop("/path", from: 1), .pop("/path", to: 7))
    #expect(ids(fixture) == [0])
    try fixture.send(["path": ["popFrom": ["id": 0]]])
    #expect(ids(fixture) == [])
    #expect(fixture.codes == [])
  }

  @Test("E10: a path with an id twice is refused")
  func duplicates() throws {
    let fixture = try fixture([1, 2])
    try fixture.run(
      .set("/path", [["id": 5, "element": 1], ["id": 5, "element": 2]]), .set("/path/0/id", 1),
      .insert("/path/-", ["id": 0, "element": 1]))
    #expect(fixture.codes.count == 3)
    #expect(fixture["/path"] == [["id": 0, "element": 1], ["id": 1, "element": 2]])
  }

  @Test("E20: the element runs. An unknown id is an issue")
  func runs() throws {
    let fixture = try fixture([["n": 1], ["n": 2]])
    try fixture.run(element(1, .set("/n", 5)), element(7, .set("/n", 6)))
    #expect(fixture["/path/1/element"] == ["n": 5])
    #expect(fixture.codes == [.missingStackElement])
  }

  @Test("E21: push puts the element there, under its id or the next one. A known id is an issue")
  func pushed() throws {
    let fixture = try fixture([])
    try fixture.send(["path": ["push": ["state": ["n": 1]]]])
    try fixture.send(["path": ["push": ["id": 1, "state": ["n": 2]]]])
    #expect(ids(fixture) == [0, 1])
    try fixture.send(["path": ["push": ["id": 1, "state": ["n": 3]]]])
    #expect(fixture["/path/1/element/n"] == 2)
    #expect(ids(fixture) == [0, 1])
    #expect(fixture.codes.count == 1)
  }

  @Test("E26: setPath replaces the path, and known ids keep their effects")
  func setPath() throws {
    let fixture = try fixture([1, 2], isLegacy: true)
    try fixture.run(element(0, .hold), element(1, .hold))
    try fixture.send([
      "path": ["setPath": [["id": 1, "element": 9], ["id": 3, "element": 8]]]
    ])
    #expect(ids(fixture) == [1, 3])
    #expect(fixture.effectCount == 1)
    try fixture.send(["path": ["dismiss": ["id": 1]]])
    #expect(ids(fixture) == [])
    #expect(fixture.effectCount == 0)
    #expect(fixture.codes == [])
  }

  @Test("E31: an id that leaves the path loses its effects, whoever takes it away")
  func left() throws {
    let fixture = try fixture([1, 2, 3, 4])
    try fixture.run(
      element(0, .hold), element(1, .hold), element(2, .hold), element(3, .hold))
    try fixture.run(.pop("/path", from: 3))
    #expect(fixture.effectCount == 3)
    try fixture.run(.remove("/path/1"))
    #expect(fixture.effectCount == 2)
    try fixture.run(.set("/path", [["id": 2, "element": 3]]))
    #expect(fixture.effectCount == 1)
    try fixture.run(.set("", ["path": []]))
    #expect(fixture.effectCount == 0)
  }

  @Test("E40: dismiss in an element pops it and all above it")
  func close() throws {
    let fixture = try fixture([1, 2, 3])
    try fixture.run(element(1, .close))
    try fixture.settle()
    #expect(ids(fixture) == [0])
    #expect(fixture.codes == [])
  }

  @Test("E51: a path in a child that has just appeared has ids, is pushed to and popped from")
  func appeared() throws {
    let fixture = try JSONFixture(
      ["child": nil],
      JSONFixture.optional(at: "/child", "child", JSONFixture.path(at: "/path", "path")))
    try fixture.run(.set("/child", ["path": [["n": 1], ["n": 2]]]))
    #expect(fixture["/child/path/1"] == ["id": 1, "element": ["n": 2]])
    try fixture.run(
      Command.push("/path", ["n": 3]).to("child"), Command.pop("/path", from: 1).to("child"))
    #expect(fixture["/child/path"] == [["id": 0, "element": ["n": 1]]])
    #expect(fixture.codes == [])
  }

  @Test(
    "E52: an entry of a path keeps its id and its element",
    arguments: [
      Command.remove("/path/0/id"), .remove("/path/0/element"), .set("/path/0/more", 1),
      .set("/path/0/id", "text"), .set("/path/0/id", -1),
    ])
  func entries(command: Command) throws {
    let fixture = try fixture([1])
    try fixture.run(command)
    #expect(fixture.codes.count == 1)
    #expect(fixture["/path"] == [["id": 0, "element": 1]])
  }

  @Test("E9: a write into another case of an element is an issue and changes nothing")
  func otherCase() throws {
    let fixture = try JSONFixture(
      ["path": [["a": ["n": 1]]]],
      JSONFixture.path(
        at: "/path", "path",
        .combine([JSONFixture.scope(onCase: "a", "a"), JSONFixture.scope(onCase: "b", "b")])))
    try fixture.run(.set("/path/0/element/b", 1), .set("/path/0/element/b/n", 1))
    #expect(fixture.codes == [.writeWrongCase, .writeWrongCase])
    #expect(fixture["/path/0/element"] == ["a": ["n": 1]])
    try fixture.run(.set("/path/0/element", ["b": 1]))
    #expect(fixture["/path/0/element"] == ["b": 1])
  }
}
