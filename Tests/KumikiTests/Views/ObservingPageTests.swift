import Kumiki
import Testing

// The Swift code of docs/observing.md, line by line. The views are those that the page does not
// show.

@MainActor @Suite struct ObservingPageTests {
  @Test("J1: an observer that names a property or a row is notified of it, as the page shows")
  func values() throws {
    let fixture = try StoreFixture(Workbench.State()) { Workbench() }
    let store = fixture.views
    let label = Label()
    let box = Checkbox()

    let title = store.observe(\.title) { label.text = $0 }
    let done = store.observe(\.todos, id: 7, \.isDone) { isDone in
      box.isOn = isDone ?? false  // nil: there is no such row
    }

    #expect(label.text == "" && !box.isOn)
    fixture.send(.rename("Home"))
    fixture.send(.finish(7))
    #expect(label.text == "Home" && box.isOn)
    fixture.send(.remove(7))
    #expect(!box.isOn)
    withExtendedLifetime((title, done)) {}
  }

  @Test func `J12: the ids of rows are a sequence, as the page shows`() async {
    let store = Store(initialState: Workbench.State()) { Workbench() }
    let table = Table()
    let task = Task {
      for await ids in store.ids(of: { $0.rows }) { table.show(ids) }  // ends with its task
    }
    while table.ids != [1, 2] { await Task.yield() }
    store.send(.removeRow(1))
    while table.ids != [2] { await Task.yield() }
    task.cancel()
    await task.value
  }

  @Test func `J1: a store for a part sends like the whole store, as the page shows`() throws {
    let fixture = try StoreFixture(Workbench.State()) { Workbench() }
    let store = fixture.views
    let printed = Record<Int>()
    func print(_ count: Int) { printed(count) }

    let counter = store.scope(state: \.counter, action: \.counter)
    let label = counter.observe({ $0.count }) { print($0) }
    counter.send(.increment)

    #expect(printed.entries == [0, 1])
    withExtendedLifetime(label) {}
  }

  @Test func `J6, J12: windows and rows receive their stores, as the page shows`() throws {
    let fixture = try StoreFixture(Workbench.State()) { Workbench() }
    let store = fixture.views
    let table = Table()
    var windows: [PresentationID: Window] = [:]

    let sheet = store.observePresentation(state: \.$sheet, action: \.sheet) { id, store in
      windows[id] = Window(store)
    } dismiss: { id in
      windows[id]?.close()
    }
    let list = store.forEach(state: \.rows, action: \.rows) { stores in table.show(stores) }

    fixture.send(.openSheet)
    let window = try #require(windows.values.first)
    window.store.send(.increment)
    #expect(store.state.sheet?.count == 1 && window.isOpen)
    fixture.send(.sheet(.dismiss))
    #expect(!window.isOpen)
    table.stores[1].send(.increment)
    #expect(store.state.rows[id: 2]?.count == 1)
    withExtendedLifetime((sheet, list)) {}
  }

  @Test func `J11: a switch receives the store of the present case, as the page shows`() throws {
    let fixture = try StoreFixture(Workbench.State()) { Workbench() }
    let store = fixture.views
    var counts: [Int?] = []
    func show(_ store: Store<Tally.State, Tally.Action>?) { counts.append(store?.state.count) }

    let mode = store.scope(state: \.mode, action: \.mode)
    let shown = mode.observeCase(of: { $0 }) { now in
      switch now {
      case .list: show(mode.caseLet(\.list, action: \.list))  // nil and an issue in another case
      case .grid: show(mode.caseLet(\.grid, action: \.grid))
      }
    }

    fixture.send(.mode(.toGrid))
    #expect(counts == [0, 5] && fixture.codes == [])
    #expect(mode.caseLet(\.list, action: \.list) == nil)
    #expect(fixture.codes == [.wrongCase])
    withExtendedLifetime(shown) {}
  }
}

private final class Label { var text = "?" }
private final class Checkbox { var isOn = false }

/// Used only on the loop's thread, which is the test's.
private final class Table: @unchecked Sendable {
  var ids: [Int] = []
  var stores: [Store<Tally.State, Tally.Action>] = []

  func show(_ ids: [Int]) { self.ids = ids }
  func show(_ stores: [Store<Tally.State, Tally.Action>]) { self.stores = stores }
}

private final class Window {
  let store: Store<Tally.State, Tally.Action>
  var isOpen = true

  init(_ store: Store<Tally.State, Tally.Action>) { self.store = store }
  func close() { isOpen = false }
}
