import Kumiki
import Testing

@testable import KumikiJSON

@Suite("A history as JSON")
struct UndoHistoryCodingTests {
  @Test(
    "U12: a history is written as its counts, and a decoded history is empty"
  )
  func history() throws {
    let history = UndoHistory<Int>.counts(undo: 2, redo: 1)
    let json = try JSONBridge.encode(history)
    #expect(json == ["undo": 2, "redo": 1])
    let read = try JSONBridge.decode(UndoHistory<Int>.self, from: json)
    #expect(read == UndoHistory())
    #expect(throws: (any Error).self) {
      try JSONBridge.decode(UndoHistory<Int>.self, from: ["undo": 2])
    }
  }

  @Test func `U11: the actions are cases without a payload`() throws {
    for (action, name) in [(UndoAction.undo, "undo"), (.redo, "redo"), (.clear, "clear")] {
      #expect(try JSONBridge.decode(UndoAction.self, from: JSON(stringLiteral: name)) == action)
    }
  }
}
