import KumikiLegacy
import Testing

/// The name that these reducers had in 2022: a program declares it once, in its own module.
private typealias Reducer = AnyReducer

private struct CountState: Equatable {
  var count = 0
}

private enum CountAction: Equatable {
  case up
  case upLater
}

private struct CountEnvironment {
  var step = 1
}

private let countReducer = Reducer<CountState, CountAction, CountEnvironment> {
  state, action, environment in
  switch action {
  case .up:
    state.count += environment.step
    return .none
  case .upLater:
    return Effect(value: .up).delay(for: .seconds(1)).eraseToEffect()
  }
}

/// A list whose rows are loaded when they are opened.
private struct ListState: Equatable {
  struct Row: Equatable, Identifiable {
    let id: Int
    var count: CountState
  }

  struct Chosen: Equatable {
    let id: Int
    var value: CountState?
  }

  var rows: IdentifiedArrayOf<Row> = [
    .init(id: 1, count: .init(count: 10)), .init(id: 2, count: .init(count: 20)),
  ]
  var selection: Chosen?
  @BindableState var title = ""
}

private enum ListAction: BindableAction, Equatable {
  case binding(BindingAction<ListState>)
  case counter(CountAction)
  case loaded
  case row(id: Int, action: CountAction)
  case select(Int?)
}

private struct ListEnvironment {
  var wait = Duration.seconds(1)
}

private struct LoadID: Hashable {}

private let listReducer = Reducer<ListState, ListAction, ListEnvironment>.combine(
  countReducer
    .optional()
    .pullback(state: \ListState.Chosen.value, action: .self, environment: { $0 })
    .optional()
    .pullback(
      state: \ListState.selection, action: /ListAction.counter,
      environment: { _ in CountEnvironment(step: 2) }),
  countReducer
    .pullback(state: \ListState.Row.count, action: .self, environment: { $0 })
    .forEach(
      state: \ListState.rows, action: /ListAction.row(id:action:),
      environment: { (_: ListEnvironment) in CountEnvironment() }),
  Reducer { state, action, environment in
    switch action {
    case .binding, .counter, .row: return .none
    case .loaded:
      guard let id = state.selection?.id else { return .none }
      state.selection?.value = state.rows[id: id]?.count
      return .none
    case .select(.some(let id)):
      state.selection = .init(id: id, value: nil)
      return Effect(value: .loaded).delay(for: environment.wait).cancellable(id: LoadID())
    case .select(.none):
      if let selection = state.selection, let count = selection.value {
        state.rows[id: selection.id]?.count = count
      }
      state.selection = nil
      return .cancel(id: LoadID())
    }
  }
  .binding()
)

@MainActor @Suite struct EnvironmentTests {
  private func fixture() throws -> LegacyFixture<ListState, ListAction> {
    try LegacyFixture {
      Store(
        initialState: ListState(), reducer: listReducer, environment: ListEnvironment(), loop: $0)
    }
  }

  @Test("Y6: a reducer is pulled back through optionals, each part with its environment")
  func optionals() throws {
    let list = try fixture()
    list.send(.select(2))
    try list.advance(seconds: 1)
    #expect(list.state.selection == .init(id: 2, value: .init(count: 20)))
    list.send(.counter(.up))
    list.send(.counter(.upLater))
    try list.advance(seconds: 1)
    #expect(list.state.selection?.value?.count == 24)
    list.send(.select(nil))
    #expect(list.state.rows.map(\.count.count) == [10, 24] && list.state.selection == nil)
    #expect(list.codes == [])
  }

  @Test("Y6: what is selected no longer is not loaded; an action for nothing is an issue")
  func cancelled() throws {
    let list = try fixture()
    list.send(.select(1))
    list.send(.select(nil))
    try list.advance(seconds: 1)
    #expect(list.state.selection == nil && list.codes == [])
    list.send(.counter(.up))
    #expect(list.codes == [.absentChild])
    list.send(.select(1))
    list.send(.counter(.up))
    #expect(list.codes == [.absentChild, .absentChild])
  }

  @Test func `Y6: rows run with their environment, and fields are written`() throws {
    let list = try fixture()
    list.send(.row(id: 1, action: .up))
    list.send(.row(id: 1, action: .upLater))
    try list.advance(seconds: 1)
    #expect(list.state.rows.map(\.count.count) == [12, 20])
    list.send(.binding(.set(\.$title, "Ann")))
    #expect(list.state.title == "Ann")
  }

  @Test("Y6: a part may be the case of an enum; reducers run in order, and by themselves")
  func cases() throws {
    enum Part: Equatable {
      case count(CountState)
      case none
    }
    let part: Reducer<Part, CountAction, Void> = countReducer.pullback(
      state: /Part.count, action: .self, environment: { CountEnvironment(step: 3) })
    var state = Part.count(CountState(count: 1))
    _ = part.run(&state, .up, ())
    #expect(state == .count(CountState(count: 4)))
    var count = CountState()
    _ = countReducer.combined(with: countReducer)(&count, .up, CountEnvironment(step: 5))
    _ = Reducer.combine(.empty, .empty)(&count, CountAction.up, CountEnvironment())
    #expect(count.count == 10)
  }

  @Test("Y9: a reducer with its environment stands beside others, and has a feature in it")
  func mixed() throws {
    let fixture = try LegacyFixture {
      Store(initialState: CountState(), loop: $0) {
        Reduce(countReducer, environment: CountEnvironment(step: 2))
        Reduce(
          Reducer<CountState, CountAction, CountEnvironment> { environment in
            Reduce { state, _ in
              state.count += environment.step
              return .none
            }
          }, environment: CountEnvironment(step: 3))
      }
    }
    fixture.send(.up)
    #expect(fixture.state.count == 5)
  }
}
