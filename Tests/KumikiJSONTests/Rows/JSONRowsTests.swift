import Kumiki
import Testing

@testable import KumikiJSON

@Suite("Rows in JSON")
struct JSONRowsTests {
  /// Writers at `/rows`, with these ids.
  private func fixture(_ ids: [JSON]) throws -> JSONFixture {
    try JSONFixture(
      ["rows": JSON(elements: ids.map { ["id": $0, "n": 0] })],
      JSONFixture.rows(at: "/rows", "rows"))
  }

  private func row(_ id: JSON, _ command: Command) -> Command { command.to("rows", element: id) }

  private func ids(_ fixture: JSONFixture) -> [JSON] {
    let rows = fixture["/rows"] ?? []
    return (0..<rows.count).compactMap { rows[index: $0]?[key: "id"] }
  }

  @Test("F1: the row runs first, then the parent, which sees what it did")
  func rowFirst() throws {
    let fixture = try JSONFixture(
      ["rows": [["id": 1]]],
      JSONFixture.rows(
        JSONReducer(of: []) { state, action, _ in
          let n = state.get("/rows/0/n") ?? .null
          try? state.set("/seen", stealing: n.owned)
          return .none
        }, at: "/rows", "rows"))
    try fixture.run(row(1, .set("/n", 2)))
    #expect(fixture["/seen"] == 2)
  }

  @Test("F2: an unknown id is an issue")
  func unknown() throws {
    let fixture = try fixture([1, "a"])
    try fixture.run(row(2, .set("/n", 1)), row("1", .set("/n", 1)))
    #expect(fixture.codes == [.missingElement, .missingElement])
    #expect(fixture["/rows"] == [["id": 1, "n": 0], ["id": "a", "n": 0]])
  }

  @Test("F3, F6: a row that is removed loses its effects; also where somebody else removed it")
  func removed() throws {
    let fixture = try fixture([1, 2, 3])
    try fixture.run(row(1, .hold), row(2, .hold), row(3, .hold))
    try fixture.run(.remove("/rows/1"))
    #expect(fixture.effectCount == 2)
    try fixture.run(.set("/rows", [["id": 3]]))
    #expect(fixture.effectCount == 1)
    try fixture.run(.set("", ["rows": []]))
    #expect(fixture.effectCount == 0)
    #expect(fixture.codes == [])
  }

  @Test("F4: reordering, and replacing a row by one with its id, cancels nothing")
  func kept() throws {
    let fixture = try fixture([1, 2, 3])
    try fixture.run(row(1, .hold), row(2, .hold), row(3, .hold))
    try fixture.run(
      .move("/rows/2", "/rows/0"), .set("/rows/1", ["id": 1, "new": true]),
      .set("/rows", [["id": 2], ["id": 3], ["id": 1]]), .insert("/rows/0", ["id": 9]))
    #expect(fixture.effectCount == 3)
    #expect(fixture.codes == [])
    #expect(ids(fixture) == [9, 2, 3, 1])
  }

  @Test("F5: removed and put back in one step counts as unchanged, with what it presents")
  func putBack() throws {
    let fixture = try JSONFixture(
      ["rows": [["id": 1, "slot": ["n": 1]], ["id": 2, "slot": nil]]],
      JSONFixture.rows(
        at: "/rows", "rows", JSONFixture.slot(at: "/slot", "slot")))
    try fixture.run(Command.hold.to("slot", "presented").to("rows", element: 1))
    let first = try #require(try fixture.presented("/rows/0/slot"))
    try fixture.run(
      .all(.remove("/rows/0"), .insert("/rows/1", ["id": 1, "slot": ["n": 1]])))
    #expect(fixture.effectCount == 1)
    #expect(try fixture.presented("/rows/1/slot") == first)
    try fixture.run(.remove("/rows/1"), .insert("/rows/1", ["id": 1, "slot": ["n": 1]]))
    #expect(fixture.effectCount == 0)
    #expect(try fixture.presented("/rows/1/slot") != first)
  }

  @Test("F7: a row's effects find it by its id, wherever it is by then")
  func found() throws {
    let fixture = try fixture([1, 2])
    try fixture.run(row(2, .later(.set("/n", 7))), .insert("/rows/0", ["id": 0, "n": 0]))
    try fixture.run(.move("/rows/2", "/rows/0"))
    try fixture.advance(seconds: 1)
    #expect(fixture["/rows/0"] == ["id": 2, "n": 7])
    #expect(fixture.codes == [])
  }

  @Test("F8: rows cannot cancel each other by id, and the parent can cancel all")
  func cancelled() throws {
    let fixture = try fixture([1, 2, 3])
    try fixture.run(row(1, .hold), row(2, .hold), row(3, .hold), row(1, .stop))
    #expect(fixture.effectCount == 2)
    try fixture.run(.stop)
    #expect(fixture.effectCount == 0)
  }

  @Test(
    "F9: an id that would be there twice is refused, however it is written",
    arguments: [
      Command.insert("/rows/0", ["id": 2]), .insert("/rows/-", ["id": 1]),
      .set("/rows/0", ["id": 2]), .set("/rows/1/id", 1), .set("/rows", [["id": 1], ["id": 1]]),
      .set("", ["rows": [["id": 7], ["id": 7]]]),
    ])
  func duplicates(command: Command) throws {
    let fixture = try fixture([1, 2])
    let before = fixture.state
    try fixture.run(command)
    #expect(fixture.codes == [.duplicateElementID])
    #expect(fixture.state == before)
  }

  @Test("F10: a row that changes its own id keeps the old one, and its other changes")
  func renamed() throws {
    let fixture = try fixture([1, 2])
    try fixture.run(row(1, .all(.set("/id", 5), .set("/n", 1))))
    try fixture.run(row(2, .set("", ["id": 6, "n": 2])))
    #expect(fixture.codes == [.elementIDChanged, .elementIDChanged])
    #expect(fixture["/rows"] == [["id": 1, "n": 1], ["id": 2, "n": 2]])
    try fixture.run(row(1, .set("/n", 3)), row(2, .set("/n", 4)))
    #expect(fixture["/rows"] == [["id": 1, "n": 3], ["id": 2, "n": 4]])
  }

  @Test(
    "F11: rows are found whatever came and went before them",
    arguments: 1...4 as ClosedRange<UInt64>)
  func moved(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let fixture = try fixture((0..<200 as Range<Int64>).map { JSON(integerLiteral: $0) })
    var fresh: Int64 = 1_000
    for _ in 0..<300 {
      let count = fixture["/rows"]!.count
      let index = Int.random(in: 0..<count, using: &random)
      let other = Int.random(in: 0..<count, using: &random)
      fresh += 1
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        try fixture.run(
          .insert("/rows/\(index)", ["id": JSON(integerLiteral: fresh), "n": 0]))
      case 1 where count > 100: try fixture.run(.remove("/rows/\(index)"))
      case 2: try fixture.run(.move("/rows/\(index)", "/rows/\(other)"))
      default: try fixture.run(.set("/rows/\(index)/id", JSON(integerLiteral: fresh)))
      }
      let now = ids(fixture)
      let place = Int.random(in: 0..<now.count, using: &random)
      try fixture.run(row(now[place], .set("/n", JSON(integerLiteral: fresh))))
      #expect(fixture["/rows/\(place)/n"]?.integer == fresh)
    }
    #expect(fixture.codes == [])
  }

  @Test("F14: rows in a child that has just appeared are found, and refuse an id twice")
  func appeared() throws {
    let fixture = try JSONFixture(
      ["child": nil],
      JSONFixture.optional(at: "/child", "child", JSONFixture.rows(at: "/rows", "rows")))
    try fixture.run(.set("/child", ["rows": [["id": 1], ["id": 2]]]))
    try fixture.run(Command.set("/n", 1).to("rows", element: 2).to("child"))
    #expect(fixture["/child/rows/1/n"] == 1)
    try fixture.run(.insert("/child/rows/-", ["id": 1]))
    #expect(fixture.codes == [.duplicateElementID])
  }

  @Test(
    "F15: a row keeps an id",
    arguments: [
      Command.insert("/rows/-", ["n": 1]), .insert("/rows/-", 7), .set("/rows/0", ["n": 1]),
      .remove("/rows/0/id"), .set("/rows", [["n": 1]]), .set("/rows/0", nil),
    ])
  func withoutID(command: Command) throws {
    let fixture = try fixture([1])
    try fixture.run(command)
    #expect(fixture.codes.count == 1)
    #expect(fixture["/rows"] == [["id": 1, "n": 0]])
  }

  @Test("L9: rows in rows are found by the ids of both")
  func nested() throws {
    let inner: JSON = [["id": 1, "n": 0], ["id": 2, "n": 0]]
    let fixture = try JSONFixture(
      ["rows": [["id": "a", "rows": inner], ["id": "b", "rows": inner]]],
      JSONFixture.rows(at: "/rows", "rows", JSONFixture.rows(at: "/rows", "rows")))
    try fixture.run(.insert("/rows/0/rows/0", ["id": 0, "n": 0]))
    try fixture.run(row("a", Command.set("/n", 1).to("rows", element: 2)))
    try fixture.run(row("b", Command.set("/n", 2).to("rows", element: 2)))
    #expect(fixture["/rows/0/rows/2/n"] == 1)
    #expect(fixture["/rows/1/rows/1/n"] == 2)
    #expect(fixture["/rows/1/rows"]?.count == 2)
  }
}
