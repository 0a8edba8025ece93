import KumikiArchitecture
import KumikiTesting
import Testing

@MainActor @Suite struct ContactsTests {
  @Test("Q3: an enum of features is presented without a closure") func edits() async {
    let store = TestStore(initialState: Contacts.State()) { Contacts() }
    await store.send(.addTapped) { $0.destination = .edit(Editor.State()) }
    await store.send(.destination(.presented(.edit(.nameChanged("Ann"))))) {
      $0.destination = .edit(Editor.State(name: "Ann"))
    }
    await store.send(.destination(.presented(.edit(.saveTapped))))
    await store.receive(\.destination) {
      $0.names = ["Ann"]
      $0.destination = nil
    }
  }

  @Test("Q4: a case says how its feature is made") func greetsAGuest() async {
    let store = TestStore(
      initialState: Contacts.State(destination: .guest(Editor.State()))
    ) { Contacts() }
    await store.send(.destination(.presented(.guest(.greetTapped)))) {
      $0.destination = .guest(Editor.State(name: "Welcome"))
    }
  }

  @Test("Q5: an alert in an enum of features goes with its action") func clears() async {
    let store = TestStore(initialState: Contacts.State(names: ["Ann"])) { Contacts() }
    await store.send(.clearTapped) {
      $0.destination = .alert(AlertState(title: "Clear?"))
    }
    await store.send(.destination(.presented(.alert(.confirmed)))) {
      $0.names = []
      $0.destination = nil
    }
  }

  @Test("Q6: a case that is marked as ignored holds a value and has no actions") func shows() async
  {
    let store = TestStore(initialState: Contacts.State()) { Contacts() }
    await store.send(.pictureTapped("cat")) {
      $0.destination = .picture(name: "cat", size: 2)
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test("Q7: a path of an enum of features runs the one of each element") func follows() async {
    let store = TestStore(initialState: Contacts.State()) { Contacts() }
    await store.send(.path(.push(id: 0, state: .detail(Editor.State())))) {
      $0.path[id: 0] = .detail(Editor.State())
    }
    await store.send(.path(.push(id: 1, state: .folder(Folder.State())))) {
      $0.path[id: 1] = .folder(Folder.State())
    }
    await store.send(.path(.element(id: 0, action: .detail(.nameChanged("Bo"))))) {
      $0.path[id: 0] = .detail(Editor.State(name: "Bo"))
    }
    await store.send(.path(.element(id: 1, action: .folder(.countTapped)))) {
      $0.path[id: 1] = .folder(Folder.State(count: 1))
    }
  }

  @Test("Q8: a feature may have itself in it through an enum") func recurses() async {
    let store = TestStore(initialState: Folder.State()) { Folder() }
    await store.send(.openTapped) { $0.inner = .folder(Folder.State()) }
    await store.send(.inner(.presented(.folder(.openTapped)))) {
      $0.inner = .folder(Folder.State(inner: .folder(Folder.State())))
    }
    await store.send(.inner(.presented(.folder(.inner(.presented(.folder(.countTapped))))))) {
      $0.inner = .folder(Folder.State(inner: .folder(Folder.State(count: 1))))
    }
  }

  @Test("Q9: a store's case hands out the store of the feature that is up, or the value")
  func switchesOverStores() throws {
    let store = Store(
      initialState: Contacts.State(destination: .edit(Editor.State(name: "Ann"))),
      loop: try Loop(.virtual)
    ) { Contacts() }
    let destination = try #require(store.scope(state: \.destination, action: \.destination))
    guard case .edit(let editor) = destination.case else {
      Issue.record("another case is up")
      return
    }
    editor.send(.nameChanged("Bo"))
    #expect(store.state.destination == .edit(Editor.State(name: "Bo")))
    store.send(.pictureTapped("cat"))
    guard case .picture(name: "cat", size: 2) = destination.case else {
      Issue.record("another case is up")
      return
    }
  }
}
