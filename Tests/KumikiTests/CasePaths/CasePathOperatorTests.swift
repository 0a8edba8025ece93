import Kumiki
import Testing

/// Operators and stores take paths of several steps.
@Suite struct CasePathOperatorTests {
  private func fixture() throws -> StoreFixture<Trip.State, Trip.Action> {
    var state = Trip.State(rows: [Trip.Row(id: 7), Trip.Row(id: 8)])
    state.destination = .counter(Counter.State())
    state.child = Counter.State()
    state.path.append(Counter.State())
    return try StoreFixture(state) { Trip() }
  }

  @Test("O6: an operator runs its child for the actions at a path of several steps")
  func operators() throws {
    let fixture = try fixture()
    fixture.send(.destination(.presented(.counter(.inc))))
    #expect(fixture.state.destination?.counter?.count == 1)
    #expect(fixture.state.answer == 1)
    fixture.send(.maybe(.inc))
    #expect(fixture.state.child?.count == 1)
    fixture.send(.destination(.dismiss))
    fixture.send(.maybe(nil))
    #expect(fixture.state.destination == nil && fixture.state.answer == 1)
    #expect(fixture.codes == [])
  }

  @Test func `O6: its effects send actions that the path assembles`() throws {
    let fixture = try fixture()
    fixture.send(.maybe(.incAfter(1)))
    fixture.send(.rows(.element(id: 8, action: .incAfter(1))))
    try fixture.advance(seconds: 1)
    #expect(
      fixture.actions.suffix(2) == [.maybe(.inc), .rows(.element(id: 8, action: .inc))])
  }

  @Test("O7: a store is scoped by a path of several steps, and by the result of an optional chain")
  func scopes() throws {
    let fixture = try fixture()
    let store = fixture.store
    let counter = try #require(
      store.scope(state: \.destination?.counter, action: \.destination.counter))
    counter.send(.inc)
    #expect(counter.state.count == 1)
    let presented = try #require(
      store.scope(state: \.destination?.counter, action: \.destination.presented.counter))
    presented.send(.inc)
    let destination = try #require(store.scope(state: \.$destination, action: \.destination))
    let inner = try #require(destination.scope(state: \.counter, action: \.counter))
    inner.send(.inc)
    #expect(destination.scope(state: \.note, action: \.note) == nil)
    let child = try #require(store.scope(state: \.child, action: \.maybe.some))
    child.send(.inc)
    #expect(fixture.state.destination?.counter?.count == 3 && fixture.state.child?.count == 1)
    #expect(store.scope(state: \.destination?.note, action: \.destination.note) == nil)
    #expect(fixture.codes == [])
  }

  @Test func `O7: by the id of an element and of a row; equal paths give the same store`() throws {
    let fixture = try fixture()
    let store = fixture.store
    let id = try #require(store.state.path.ids.first)
    let screen = try #require(store.scope(state: \.path[id: id], action: \.path[id: id]))
    screen.send(.inc)
    #expect(store.scope(state: \.path[id: id], action: \.path[id: id]) === screen)
    let row = try #require(store.scope(state: \.rows[id: 8], action: \.rows[id: 8]))
    row.send(.inc)
    #expect(store.scope(state: \.rows[id: 7], action: \.rows[id: 7]) !== row)
    #expect(store.scope(state: \.rows[id: 9], action: \.rows[id: 9]) == nil)
    #expect(fixture.state.path.first?.count == 1 && fixture.state.rows[id: 8]?.counter.count == 1)
  }

  @Test func `O3: a body looks its cases up once, however many actions are sent`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try CasePathOperatorTests().fixture()
      let before = Trip.Action.lookups.entries.count
      fixture.send(.destination(.presented(.counter(.inc))))
      let made = Trip.Action.lookups.entries.count
      // The operators' own: the scope's, and one for each of the four around the feature.
      #expect(made - before == 5)
      for _ in 0..<100 { fixture.send(.destination(.presented(.counter(.inc)))) }
      fixture.send(.rows(.element(id: 7, action: .inc)))
      fixture.send(.maybe(.inc))
      #expect(Trip.Action.lookups.entries.count == made)
    }
  }

  @Test("O11: \\.self passes a child every action, and a view sends its parent's own")
  func whole() throws {
    let fixture = try StoreFixture<Place, Counter.Action>(.one(Counter.State())) {
      Scope(state: \.one, action: \.self) { Counter() }
      Scope(state: \.self, action: \.self) {
        Reduce { _, _ in .none }.ifCaseLet(\.one, action: \.self) { Counter() }
      }
    }
    fixture.send(.inc)
    #expect(fixture.state.one == Counter.State(count: 2))
    let whole = fixture.store.scope(state: \.self, action: \.self)
    whole.send(.inc)
    let view = try #require(fixture.store.scope(state: \.one, action: \.self))
    view.send(.inc)
    #expect(view.state.count == 6 && fixture.codes == [])

    let child = try StoreFixture<Counter.State?, Counter.Action>(Counter.State()) {
      EmptyReducer().ifLet(\.self, action: \.self) { Counter() }
    }
    child.send(.inc)
    #expect(child.state?.count == 1)
  }

  @dynamicMemberLookup
  enum Place: CasePathable {
    case one(Counter.State)

    struct AllCasePaths {
      let one = CasePath(embed: Place.one) { if case .one(let state) = $0 { state } else { nil } }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func `O9: a path is a cancellation id, and its inner id separates two effects`() throws {
    let fixture = try StoreFixture<Int, Counter.Action>(0) {
      Reduce { count, action in
        let id = { (row: Int) in \Trip.Action.Cases.rows[id: row].inc }
        switch action {
        case .incAfter(let seconds):
          return .run { send in
            try await Task.sleep(for: .seconds(seconds))
            await send(.inc)
          }
          .cancellable(id: id(Int(seconds)))
        case .stopTimer: return .cancel(id: id(1))
        default:
          count += 1
          return .none
        }
      }
    }
    fixture.send(.incAfter(1))
    fixture.send(.incAfter(2))
    fixture.send(.stopTimer)
    try fixture.advance(seconds: 3)
    #expect(fixture.state == 1)
  }
}
