import Kumiki
import Testing

@Suite struct ScopeTests {
  static func pair() throws -> StoreFixture<Pair.State, Pair.Action> {
    try StoreFixture(Pair.State()) {
      Scope(state: \.left, action: \.left) { Counter() }
      Scope(state: \.right, action: \.right) { Counter() }
    }
  }

  @Test("A5: a child's effects come back wrapped in its branch")
  func wrapped() throws {
    let fixture = try Self.pair()
    fixture.send(.left(.incAfter(1)))
    try fixture.advance(seconds: 1)
    #expect(fixture.timeline == [at(0, .left(.incAfter(1))), at(1, .left(.inc))])
    #expect(fixture.state == Pair.State(left: .init(count: 1)))
  }

  @Test("A5: the child runs only for actions in its branch; others pass by silently")
  func others() throws {
    let ran = Record<Counter.Action>()
    let fixture = try StoreFixture<Pair.State, Pair.Action>(Pair.State()) {
      Scope(state: \.left, action: \.left) {
        Reduce<Counter.State, Counter.Action> { _, action in
          ran(action)
          return .none
        }
      }
    }
    fixture.send(.right(.inc))
    fixture.send(.noop)
    fixture.send(.left(.dec))
    #expect(ran.entries == [.dec])
    #expect(fixture.codes == [])
  }

  @Test("A6: a child action in another case is one wrong-case, and its siblings still run")
  func wrongCase() throws {
    let ran = Record<String>()
    let start = Session.State.loggedIn(.init(count: 5))
    let fixture = try StoreFixture<Session.State, Session.Action>(start) {
      Scope(state: \.loggedOut, action: \.loggedOut) {
        Reduce<Counter.State, Counter.Action> { _, _ in
          ran("child")
          return .none
        }
        Counter()
      }
      Scope(state: \.loggedIn, action: \.loggedIn) { Counter() }
      Reduce<Session.State, Session.Action> { _, _ in
        ran("sibling")
        return .none
      }
    }
    fixture.send(.loggedOut(.inc))
    #expect(fixture.codes == [.wrongCase])
    #expect(fixture.state == start)
    #expect(ran.entries == ["sibling"])
    fixture.send(.loggedIn(.inc))
    #expect(fixture.state == .loggedIn(.init(count: 6)))
    #expect(fixture.codes == [.wrongCase])
  }

  @Test("A7: a scope has no identity: two scoped counters share the id of their timers")
  func sharedIDs() throws {
    let fixture = try Self.pair()
    fixture.send(.left(.startTimer))
    fixture.send(.right(.startTimer))
    try fixture.advance(seconds: 1)
    #expect(fixture.actions.suffix(2) == [.left(.tick), .right(.tick)])
    fixture.send(.left(.stopTimer))
    #expect(fixture.store.effectCount == 0)
    try fixture.advance(seconds: 3)
    #expect(fixture.actions.last == .left(.stopTimer))
  }

  @Test("A7: a scoped child stops its parent's effects by their id")
  func parentsIDs() throws {
    let fixture = try StoreFixture<Pair.State, Pair.Action>(Pair.State()) {
      Scope(state: \.left, action: \.left) { Counter() }
      Reduce<Pair.State, Pair.Action> { _, action in
        action == .noop ? .never.cancellable(id: Counter.timerID) : .none
      }
    }
    fixture.send(.noop)
    #expect(fixture.store.effectCount == 1)
    fixture.send(.left(.stopTimer))
    #expect(fixture.store.effectCount == 0)
  }

  @Test("A7: another operator at the place of a scope leaves the scope's effects alone")
  func besideACase() throws {
    let fixture = try StoreFixture<Session.State, Session.Action>(.loggedIn(.init())) {
      Scope(state: \.loggedIn, action: \.loggedIn) { Counter() }
        .ifCaseLet(\.loggedIn, action: \.loggedOut) { Counter() }
    }
    fixture.send(.loggedIn(.startTimer))
    fixture.send(.loggedOut(.inc))
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 1)
    #expect(fixture.state == .loggedIn(.init(count: 2)))
    fixture.send(.loggedIn(.stopTimer))
    #expect(fixture.store.effectCount == 0)
  }

  @Test("A7: so does an optional child's, also when the child goes")
  func besideAnOptional() throws {
    let fixture = try StoreFixture(Household.State(child: .init())) {
      CombineReducers {
        Household.parent()
        Scope(state: \.child, action: \.alert) {
          Reduce<Household.Child?, Household.AlertAction> { _, action in
            action == .confirm ? .after(seconds: 1, .deny) : .none
          }
        }
      }
      .ifLet(\.child, action: \.child) { Household.ChildReducer() }
    }
    fixture.send(.alert(.confirm))
    fixture.send(.child(.inc))
    fixture.send(.noop)
    #expect(fixture.store.effectCount == 1)
    fixture.send(.assign(nil))
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 1)
    #expect(fixture.actions.last == .alert(.deny))
  }

  @Test("A8: a step listed after a scope sees the child's new value, one before it the old")
  func position() throws {
    let after = try StoreFixture<Pair.State, Pair.Action>(Pair.State()) {
      Scope(state: \.left, action: \.left) { Counter() }
      Pair.watcher
    }
    let before = try StoreFixture<Pair.State, Pair.Action>(Pair.State()) {
      Pair.watcher
      Scope(state: \.left, action: \.left) { Counter() }
    }
    after.send(.left(.inc))
    before.send(.left(.inc))
    #expect(after.state.seen == 1)
    #expect(before.state.seen == 0)
    #expect(before.state.left.count == 1)
  }
}
