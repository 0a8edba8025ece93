import KumikiArchitecture
import KumikiTesting
import Testing

@testable import Todos

@MainActor
@Suite("todos")
struct TodosTests {
  let clock = TestClock()
  static let sample: IdentifiedArrayOf<Todo.State> = [
    Todo.State(id: UUID(0), text: "Milk"),
    Todo.State(id: UUID(1), text: "Eggs"),
    Todo.State(id: UUID(2), isComplete: true, text: "Soap"),
  ]

  func store(
    _ todos: IdentifiedArrayOf<Todo.State> = sample, filter: Filter = .all
  ) -> TestStoreOf<Todos> {
    TestStore(initialState: Todos.State(filter: filter, todos: todos)) {
      Todos()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }
  }

  @Test("a new one comes first")
  func adding() async {
    let store = store([])
    await store.send(.addTodoButtonTapped) {
      $0.todos.insert(Todo.State(id: UUID(0)), at: 0)
    }
    await store.send(.addTodoButtonTapped) {
      $0.todos = [Todo.State(id: UUID(1)), Todo.State(id: UUID(0))]
    }
    await store.send(\.todos[id: UUID(0)].binding.text, "Bread") {
      $0.todos[id: UUID(0)]?.text = "Bread"
    }
  }

  @Test("what is done sinks after a second")
  func completing() async {
    let store = store()
    await store.send(\.todos[id: UUID(0)].binding.isComplete, true) {
      $0.todos[id: UUID(0)]?.isComplete = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.sortCompletedTodos) {
      $0.todos = [$0.todos[1], $0.todos[0], $0.todos[2]]
    }
  }

  @Test("each change begins the second anew")
  func completingTwice() async {
    let store = store()
    await store.send(.todos(.element(id: UUID(0), action: .set(\.isComplete, true)))) {
      $0.todos[id: UUID(0)]?.isComplete = true
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(.todos(.element(id: UUID(0), action: .set(\.isComplete, false)))) {
      $0.todos[id: UUID(0)]?.isComplete = false
    }
    await clock.advance(by: .milliseconds(500))
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.sortCompletedTodos)
  }

  @Test("those that are done are cleared, others deleted where they are shown")
  func deleting() async {
    let store = store()
    await store.send(.clearCompletedButtonTapped) { $0.todos.remove(id: UUID(2)) }
    await store.send(.delete([1])) { $0.todos.remove(at: 1) }
  }

  @Test("deleting and moving go by what is shown")
  func filtered() async {
    var todos = Self.sample
    todos.append(Todo.State(id: UUID(3), isComplete: true, text: "Salt"))
    let store = store(todos, filter: .completed)
    await store.send(.move([0], 2)) {
      $0.todos = [$0.todos[0], $0.todos[1], $0.todos[3], $0.todos[2]]
    }
    await clock.advance(by: .milliseconds(100))
    await store.receive(\.sortCompletedTodos)
    await store.send(.delete([0])) { $0.todos.remove(id: UUID(3)) }
  }

  @Test("the filter")
  func filter() async {
    let store = store()
    await store.send(\.binding.filter, .active) { $0.filter = .active }
    #expect(store.state.filteredTodos.map(\.text) == ["Milk", "Eggs"])
    await store.send(.set(\.isEditing, true)) { $0.isEditing = true }
  }
}
