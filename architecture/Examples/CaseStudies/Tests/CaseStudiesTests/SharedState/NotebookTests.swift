import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("values that are kept in a file and in the settings")
struct NotebookTests {
  @Test("notes are added and sorted")
  func notes() async {
    @Shared(.notes) var notes = [Note(title: "Zebra")]
    let store = TestStore(initialState: Notebook.State()) {
      Notebook()
    }
    await store.send(.addButtonTapped(title: "Ant")) {
      $0.$notes.withLock { $0 = [Note(title: "Zebra"), Note(title: "Ant")] }
      $0.$lastTitle.withLock { $0 = "Ant" }
    }
    await store.send(.sortButtonTapped) {
      $0.$isSorted.withLock { $0 = true }
      $0.$notes.withLock { $0 = [Note(title: "Ant"), Note(title: "Zebra")] }
    }
    #expect(notes.map(\.title) == ["Ant", "Zebra"])
    await store.send(.removeAll) { $0.$notes.withLock { $0 = [] } }
  }

  @Test("an effect writes too")
  func effect() async {
    let store = TestStore(initialState: Notebook.State()) {
      Notebook()
    }
    await store.send(.saveInBackground(title: "Later"))
    store.assert {
      $0.$notes.withLock { $0 = [Note(title: "Later")] }
    }
  }
}
