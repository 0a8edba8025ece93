import Kumiki
import Testing

@testable import KumikiJSON

/// A typed state that is read again because its JSON was written.
@Suite struct ContinuationTests {
  struct Shelf: Codable {
    var opened = 0
    @PresentationState var screen: JSONFeature.State?
  }

  private static func reducer() throws -> JSONReducer {
    .presentation(
      JSONReducer(of: []) { _, _, _ in .none }, try JSONPointer("/note"), try JSONCasePath("note"),
      JSONSlotOptions(), JSONReducer(of: []) { _, _, _ in .none }, .modern
    )
  }

  /// A shelf whose screen presents a note.
  private static func shelf() throws -> Shelf {
    var screen = JSONFeature.State(["note": ["text": "a"]])
    try screen.declare(try reducer().shape)
    return Shelf(screen: screen)
  }

  private static func read(_ json: JSON, over shelf: Shelf) throws -> Shelf {
    let before = JSONContinuation(
      of: shelf, try JSONBridge.encode(shelf), as: json, Identifiers(isCounting: false))
    return try JSONBridge.decode(Shelf.self, from: json, continuing: before)
  }

  private static func noteID(_ shelf: Shelf) throws -> String? {
    shelf.screen?.slot(at: try JSONPointer("/note"))?.id?.text
  }

  @Test("A53: the presentation of a JSON feature continues, and a replaced one is new")
  func presents() throws {
    let shelf = try Self.shelf()
    let id = try #require(try Self.noteID(shelf))
    let beside = try Self.read(["opened": 7, "screen": ["note": ["text": "a"]]], over: shelf)
    #expect(beside.opened == 7)
    #expect(try Self.noteID(beside) == id)
    let inside = try Self.read(["opened": 0, "screen": ["note": ["text": "b"]]], over: shelf)
    #expect(inside.screen?.json == ["note": ["text": "b"]])
    #expect(try Self.noteID(inside) == id)
    let closed = try Self.read(["opened": 0, "screen": ["note": nil]], over: shelf)
    #expect(try Self.noteID(closed) == nil)
    let again = try Self.read(["opened": 0, "screen": ["note": ["text": "c"]]], over: closed)
    let other = try Self.noteID(again)
    #expect(other != nil && other != id && other != "")
    // A copy: the shelf itself is unchanged.
    #expect(shelf.screen?.json == ["note": ["text": "a"]])
  }
}
