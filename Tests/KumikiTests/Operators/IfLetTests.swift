import Kumiki
import Testing

@Suite struct IfLetTests {
  @Test("A9: the optional child runs first, then the parent")
  func childFirst() throws {
    let fixture = try household(.init(child: .init()))
    fixture.send(.child(.inc))
    #expect(fixture.state.seen == 1)
    #expect(fixture.state.child?.counter.count == 1)
  }

  @Test("A10: a parent that removes the child in answer to its action comes after the child's step")
  func removedInAnswer() throws {
    let calls = Record<Counter.Action>()
    let fixture = try StoreFixture(Household.State(child: .init())) {
      Household.parent { state, action in
        if action == .child(.inc) { state.child = nil }
      }
      .ifLet(\.child, action: \.child) {
        Reduce { child, action in
          calls(action)
          child.counter.count += 1
          return .none
        }
      }
    }
    fixture.send(.child(.inc))
    #expect(calls.entries == [.inc])
    #expect(fixture.state.child == nil)
    #expect(fixture.state.seen == 1)
    #expect(fixture.codes == [])
  }

  @Test("A10: what the removed child's step returned is still handed over")
  func removedWithEffect() throws {
    let fixture = try StoreFixture(Household.State(child: .init())) {
      Household.parent { state, action in
        if action == .child(.inc) { state.child = nil }
      }
      .ifLet(\.child, action: \.child) {
        Reduce<Household.Child, Counter.Action> { _, action in
          action == .inc ? .merge(.send(.dec), .after(seconds: 1, .tick)) : .none
        }
      }
    }
    fixture.send(.child(.inc))
    // The immediate action entered the buffer; the sleep ended with the child.
    #expect(fixture.actions == [.child(.inc), .child(.dec)])
    #expect(fixture.codes == [.absentChild])
    #expect(fixture.store.effectCount == 0)
    try fixture.advance(seconds: 5)
    #expect(fixture.actions.count == 2)
  }

  @Test("A11: an action for an absent child is one absent-child, and the parent runs")
  func absent() throws {
    let calls = Record<Counter.Action>()
    let logged = Record<Household.Action>()
    let fixture = try StoreFixture(Household.State()) {
      Household.parent { _, action in logged(action) }
        .ifLet(\.child, action: \.child) {
          Reduce { _, action in
            calls(action)
            return .none
          }
        }
    }
    fixture.send(.child(.inc))
    #expect(fixture.codes == [.absentChild])
    #expect(calls.entries == [])
    #expect(logged.entries == [.child(.inc)])
    fixture.send(.noop)
    #expect(fixture.codes == [.absentChild])
  }

  @Test("A12: removing the child cancels its effects in the same burst")
  func removal() throws {
    let fixture = try household(.init(child: .init()))
    fixture.send(.child(.startTimer))
    try fixture.advance(seconds: 1)
    fixture.send(.assign(nil))
    #expect(fixture.store.effectCount == 0)
    let count = fixture.actions.count
    try fixture.advance(seconds: 5)
    #expect(fixture.actions.count == count)
    #expect(fixture.codes == [])
  }

  @Test("A12: so does putting a child with another id in its place")
  func replacement() throws {
    let fixture = try household(.init(child: .init(id: 1)))
    fixture.send(.child(.startTimer))
    try fixture.advance(seconds: 1)
    fixture.send(.assign(.init(id: 2)))
    #expect(fixture.store.effectCount == 0)
    try fixture.advance(seconds: 5)
    #expect(fixture.state.child?.counter.count == 0)
  }

  @Test("A12: a child that is rewritten under its id keeps its effects")
  func rewriting() throws {
    let fixture = try household(.init(child: .init(id: 1)))
    fixture.send(.child(.startTimer))
    try fixture.advance(seconds: 1)
    fixture.send(.assign(.init(id: 1, counter: .init(count: 10))))
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 2)
    #expect(fixture.state.child?.counter.count == 12)
  }

  @Test("A12: effects that the parent returned outlive the child")
  func parentsEffects() throws {
    let fixture = try StoreFixture(Household.State(child: .init())) {
      Reduce<Household.State, Household.Action> { state, action in
        switch action {
        case .child: return .after(seconds: 1, .noop)
        case .assign(let child): state.child = child
        default: break
        }
        return .none
      }
      .ifLet(\.child, action: \.child) { Household.ChildReducer() }
    }
    fixture.send(.child(.inc))
    fixture.send(.assign(nil))
    try fixture.advance(seconds: 1)
    #expect(fixture.actions.last == .noop)
  }

  @Test("A13: a reducer that removes the child before the layer is reached makes it absent")
  func orderTrap() throws {
    let calls = Record<Counter.Action>()
    let fixture = try StoreFixture(Household.State(child: .init())) {
      Reduce<Household.State, Household.Action> { state, action in
        if case .child = action { state.child = nil }
        return .none
      }
      Household.parent().ifLet(\.child, action: \.child) {
        Reduce { _, action in
          calls(action)
          return .none
        }
      }
    }
    fixture.send(.child(.inc))
    #expect(fixture.codes == [.absentChild])
    #expect(calls.entries == [])
    #expect(fixture.state.runs == 1)
  }
}
