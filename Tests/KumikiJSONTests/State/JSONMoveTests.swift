import Kumiki
import Testing

@testable import KumikiJSON

@Suite("Moves within a state")
struct JSONMoveTests {
  private static let first: JSON = [
    "a": ["x": 1, "list": [0, 1, 2, 3]], "b": [["y": [10, 11]], ["y": [20]]], "c": "text",
  ]

  private static let places = [
    "/a", "/a/x", "/a/list", "/a/list/0", "/a/list/2", "/a/list/3", "/a/list/-", "/a/new", "/b",
    "/b/0", "/b/1", "/b/0/y", "/b/1/y", "/b/0/y/0", "/b/1/y/-", "/b/-", "/c", "/d", "/d/e", "/c/0",
    "/b/2", "/a/list/4",
  ]

  /// The result according to RFC 6902; nil if the move cannot be done.
  private static func patched(_ json: JSON, _ from: String, _ to: String) -> JSON? {
    let patch: JSON = [
      ["op": "move", "from": JSON(stringLiteral: from), "path": JSON(stringLiteral: to)]
    ]
    return try? JSONPatchOperations(patch).applied(to: json)
  }

  @Test("A move does what a JSON Patch does, or is refused and changes nothing", arguments: places)
  func asPatched(from: String) throws {
    for to in Self.places {
      let fixture = try JSONFixture(Self.first, JSONFixture.writer())
      try fixture.run(.move(from, to))
      if let wanted = Self.patched(Self.first, from, to) {
        #expect(fixture.state == wanted, "\(from) to \(to)")
        #expect(fixture.codes == [], "\(from) to \(to)")
      } else {
        #expect(fixture.state == Self.first, "\(from) to \(to)")
        #expect(fixture.codes == [.writeFailed], "\(from) to \(to)")
      }
    }
  }

  @Test("A row that is moved within its list keeps its id, and its observers keep the row")
  func rows() throws {
    let fixture = try JSONFixture(
      ["rows": [["id": 1], ["id": 2], ["id": 3]]], JSONFixture.rows(at: "/rows", "rows"))
    let moved = try fixture.watch(row: 1, of: "/rows")
    let other = try fixture.watch(row: 2, of: "/rows")
    try fixture.run(.move("/rows/0", "/rows/2"))
    #expect(fixture["/rows"] == [["id": 2], ["id": 3], ["id": 1]])
    #expect(moved.count == 0 && other.count == 0)
    try fixture.run(.set("/n", 1).to("rows", element: 1))
    #expect(fixture["/rows/2/n"] == 1)
    #expect(moved.count == 1 && other.count == 0)
    #expect(fixture.codes == [])
  }

  @Test func `F9: a row cannot be moved into a list that already has its id`() throws {
    let fixture = try JSONFixture(
      ["rows": [["id": 1], ["id": 2]], "other": ["id": 2]], JSONFixture.rows(at: "/rows", "rows"))
    try fixture.run(.move("/other", "/rows/0"))
    #expect(fixture.codes == [.duplicateElementID])
    #expect(fixture.state == ["rows": [["id": 1], ["id": 2]], "other": ["id": 2]])
  }
}
