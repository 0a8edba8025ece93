import Kumiki
import Testing

@testable import KumikiJSON

@Suite("A burst's writes, as a patch")
struct JSONChangesTests {
  private static let first: JSON = [
    "a": ["x": 1, "list": [0, 1, ["deep": 2], 3]],
    "rows": [["id": 1, "n": 0], ["id": 2, "n": 0]],
  ]

  /// A store whose bursts are recorded, with the writes of each.
  private final class Noted {
    let fixture: JSONFixture
    private(set) var patches: [JSON] = []

    init(_ state: JSON) throws {
      fixture = try JSONFixture(state, JSONFixture.rows(at: "/rows", "rows"))
      fixture.document.changes.start()
      fixture.observe(.root) { [unowned self] in
        switch fixture.document.written(at: .root, rowSteps: []) {
        case .nothing: patches.append([])
        case .whole: patches.append(JSONPatch.whole(replacing: true, by: fixture.state).json)
        case .inside(let patch, _): patches.append(patch.json)
        }
      }
    }
  }

  private static let commands: [Command] = [
    .set("/a/x", 2), .set("/a/list/0", 9), .set("/a", ["x": 3]), .set("", first),
    .insert("/a/list/1", "new"), .insert("/a/list/-", ["deep": 5]), .remove("/a/list/0"),
    .remove("/a/x"), .set("/a/x", nil), .set("/a/list/2/deep", 7), .move("/a/list/0", "/a/list/2"),
    .move("/a/x", "/y"), .remove("/y"), .insert("/rows/0", ["id": 3, "n": 1]), .remove("/rows/1"),
    .move("/rows/0", "/rows/1"), .set("/n", 4).to("rows", element: 2),
  ]

  @Test(
    "A patch turns the state before a burst into the state after it",
    arguments: 1...12 as ClosedRange<UInt64>)
  func applied(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let noted = try Noted(Self.first)
    for _ in 0..<60 {
      let before = noted.fixture.state
      let count = noted.patches.count
      let chosen = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Self.commands.randomElement(using: &random)!
      }
      try noted.fixture.send(Command.every(chosen).json)
      let new = noted.patches.dropFirst(count)
      guard let patch = new.first else {
        #expect(noted.fixture.state == before)
        continue
      }
      #expect(new.count == 1)
      #expect(try JSONPatchOperations(patch).applied(to: before) == noted.fixture.state)
    }
  }

  @Test("A place overwritten twice in a burst is one operation, and an unchanged result is none")
  func merged() throws {
    let noted = try Noted(Self.first)
    try noted.fixture.run(.all(.set("/a/x", 2), .set("/a/x", 3)))
    #expect(noted.patches.last == [["op": "replace", "path": "/a/x", "value": 3]])
    try noted.fixture.run(.all(.set("/a/x", 4), .set("/a/x", 3)))
    #expect(noted.patches.last == [])
  }

  @Test func `A move within a list is one operation`() throws {
    let noted = try Noted(Self.first)
    try noted.fixture.run(.move("/rows/0", "/rows/1"))
    #expect(noted.patches == [[["op": "move", "from": "/rows/0", "path": "/rows/1"]]])
  }

  @Test("Nothing is recorded if nothing requests patches, and nothing remains of a reported burst")
  func off() throws {
    let fixture = try JSONFixture(Self.first, JSONFixture.writer())
    try fixture.run(.set("/a/x", 2))
    #expect(fixture.document.changes.isEmpty)
    fixture.document.changes.start()
    try fixture.run(.set("/a/x", 3))
    #expect(fixture.document.changes.isEmpty)
    fixture.document.changes.stop()
  }
}
