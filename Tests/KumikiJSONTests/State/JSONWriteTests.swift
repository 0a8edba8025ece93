import Kumiki
import Testing

@testable import KumikiJSON

@Suite("Writes of a reducer")
struct JSONWriteTests {
  private func fixture(_ state: JSON) throws -> JSONFixture {
    try JSONFixture(state, JSONFixture.writer())
  }

  @Test func `M14: a snapshot stays unchanged, whatever is written, and however deep`() throws {
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

  @Test("M14: a number that is written repeatedly is not written into a snapshot")
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

  @Test func `M8: a value that would be deeper than JSON text may be is not written`() throws {
    let levels = (0..<2_040).reduce(0 as JSON) { value, _ in [value] }
    let state: JSON = ["in": ["in": ["in": ["in": ["in": ["in": ["in": ["in": ["in": 1]]]]]]]]]
    let fixture = try fixture(["deep": state, "flat": nil])
    try fixture.run(.set("/flat", levels), .set("/deep/in", levels))
    #expect(fixture.codes == [])
    try fixture.run(.set("/deep", state), .set("/deep/in/in/in/in/in/in/in/in/in", levels))
    #expect(fixture.codes == [.writeFailed])
    #expect(fixture["/deep"] == state)
  }

  @Test func `M2: members keep their order when one is written, and a new one comes last`() throws {
    let fixture = try fixture(["c": 1, "a": 2, "b": 3])
    try fixture.run(.set("/a", ["x": 1]), .set("/c", 2), .set("/d", 4), .remove("/b"))
    #expect(try fixture.state.text() == #"{"c":2,"a":{"x":1},"d":4}"#)
  }
}
