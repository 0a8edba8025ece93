import Kumiki
import Testing

@Suite struct UndoPathTests {
  @Test func `O12: each action of undo has its own path, which makes and finds only it`() {
    let all: [(CaseKeyPath<UndoAction, Void>, UndoAction)] = [
      (\.undo, .undo), (\.redo, .redo), (\.clear, .clear),
    ]
    for (path, action) in all {
      #expect(CasePath(path).embed(()) == action)
      for (_, other) in all { #expect(other.is(path) == (other == action)) }
    }
  }
}
