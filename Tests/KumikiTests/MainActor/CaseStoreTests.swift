import Kumiki
import Testing

/// A text view of a tree and a stack of screens, which switches on the content of each store.
@MainActor private func draw(_ store: StoreOf<Panel>) -> String {
  switch store.case {
  case .note(let note): "note \(note.state.text)"
  case .folder(let folder): draw(folder)
  case .message(let text): "! \(text)"
  }
}

@MainActor private func draw(_ folder: StoreOf<Folder>) -> String {
  let screen = folder.scope(state: \.screen, action: \.screen).map { " (\(draw($0)))" } ?? ""
  let path = folder.state.path.ids.compactMap { id in
    folder.scope(state: \.path, action: \.path, id: id).map { "/" + draw($0) }
  }
  return folder.state.name + screen + path.joined()
}

@MainActor @Suite struct CaseStoreTests {
  let store = Store(initialState: Folder.State(name: "root")) { Folder() }

  @Test func `V8: a tree of enums is drawn by the stores of their cases`() throws {
    #expect(draw(store) == "root")
    store.send(.open(.folder(Folder.State(name: "a"))))
    #expect(draw(store) == "root (a)")
    let screen = try #require(store.scope(state: \.screen, action: \.screen))
    guard case .folder(let inner) = screen.case else { return #expect(Bool(false)) }
    inner.send(.open(.note(Note.State(text: "b"))))
    #expect(draw(store) == "root (a (note b))")
    guard case .folder(let again) = screen.case else { return #expect(Bool(false)) }
    #expect(inner === again)
    store.send(.screen(.presented(.folder(.screen(.presented(.note(.write("c"))))))))
    #expect(draw(store) == "root (a (note c))")
    inner.send(.screen(.dismiss))
    #expect(draw(store) == "root (a)")
    store.send(.open(.message("gone")))
    #expect(draw(store) == "root (! gone)")
    #expect(!inner.hasState)
  }

  @Test func `V8: so is a stack of enums`() async throws {
    var ids: [StackElementID] = []
    for (number, screen) in [
      Panel.State.note(Note.State(text: "a")), .folder(Folder.State(name: "b")), .message("c"),
    ].enumerated() {
      store.send(.path(.push(id: StackElementID(generation: UInt64(number)), state: screen)))
      ids = Array(store.state.path.ids)
    }
    #expect(draw(store) == "root/note a/b/! c")
    let note = try #require(store.scope(state: \.path, action: \.path, id: ids[0]))
    guard case .note(let first) = note.case else { return #expect(Bool(false)) }
    await first.send(.write("d")).finish()
    #expect(draw(store) == "root/note d/b/! c")
    store.send(.path(.popFrom(id: ids[1])))
    #expect(draw(store) == "root/note d")
  }
}
