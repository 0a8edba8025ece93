import Kumiki
import Testing

@Suite struct ReducerReaderTests {
  @Test("A18: the closure is called once an action, with the state that the members before left")
  func once() throws {
    let built = Record<[Int]>()
    let runs = Record<Int>()
    let fixture = try StoreFixture([0]) {
      Reduce<[Int], Int> { state, action in
        state = [action]
        return .none
      }
      ReducerReader<[Int], Int, _> { state, action in
        let _ = built(state + [action])
        Reduce { state, action in
          runs(action)
          state.append(action)
          return .none
        }
      }
    }
    fixture.send(1)
    fixture.send(2)
    // Not while it is built: the state is as the member before left it.
    #expect(built.entries == [[1, 1], [2, 2]])
    #expect(runs.entries == [1, 2])
    #expect(fixture.state == [2, 2])
  }

  @Test("A19: an action for a case that the reader did not choose is ignored without an issue")
  func otherCase() throws {
    let read = try StoreFixture(Session.State.loggedOut(.init())) {
      ReducerReader<Session.State, Session.Action, _> { state, _ in
        switch state {
        case .loggedOut: Scope(state: \.loggedOut, action: \.loggedOut) { Counter() }
        case .loggedIn: Scope(state: \.loggedIn, action: \.loggedIn) { Counter() }
        }
      }
    }
    let plain = try StoreFixture(Session.State.loggedOut(.init())) {
      Scope<CaseOptic<Session.State, Counter.State>, CasePath<Session.Action, Counter.Action>, _>(
        state: \.loggedOut, action: \.loggedOut
      ) { Counter() }
      Scope<CaseOptic<Session.State, Counter.State>, CasePath<Session.Action, Counter.Action>, _>(
        state: \.loggedIn, action: \.loggedIn
      ) { Counter() }
    }
    for fixture in [read, plain] {
      fixture.send(.loggedIn(.inc))
      #expect(fixture.state == .loggedOut(.init()))
      fixture.send(.loggedOut(.inc))
      #expect(fixture.state == .loggedOut(.init(count: 1)))
    }
    #expect(read.codes == [])
    #expect(plain.codes == [.wrongCase])
  }

  @Test("A19: effects of a chosen reducer come back to it, though it is made anew each time")
  func effects() throws {
    let fixture = try StoreFixture(Session.State.loggedIn(.init())) {
      ReducerReader<Session.State, Session.Action, _> { state, _ in
        if case .loggedIn = state {
          Scope(state: \.loggedIn, action: \.loggedIn) { Counter() }
        }
      }
    }
    fixture.send(.loggedIn(.startTimer))
    try fixture.advance(seconds: 2)
    fixture.send(.loggedIn(.stopTimer))
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.state == .loggedIn(.init(count: 2)))
  }

  @Test("A20: a reader that builds nothing does nothing", arguments: [false, true])
  func nothing(_ isAdmin: Bool) throws {
    let fixture = try StoreFixture(0) {
      ReducerReader<Int, Int, _> { _, _ in
        if isAdmin {
          Reduce { state, action in
            state += action
            return .none
          }
        }
      }
    }
    let task = fixture.send(5)
    #expect(fixture.state == (isAdmin ? 5 : 0))
    #expect(task.isFinished)
  }

  @Test("A21: dependencies chosen by the state hold for that action and its effects only")
  func dependencies() throws {
    struct Choice: Equatable {
      var isOnboarding = true
      var seen: [Int] = []
    }
    let inEffects = Record<Int>()
    let fixture = try StoreFixture(Choice()) {
      ReducerReader<Choice, String, _> { state, _ in
        Reduce<Choice, String> { state, action in
          state.seen.append(DependencyValues.current.number)
          if action == "flip" { state.isOnboarding = false }
          return .run { _ in
            try await sleep(seconds: 1)
            inEffects(DependencyValues.current.number)
          }
        }
        .dependency(\.number, state.isOnboarding ? 1 : 2)
      }
    }
    fixture.send("flip")
    fixture.send("again")
    #expect(fixture.state.seen == [1, 2])
    try fixture.advance(seconds: 1)
    #expect(inEffects.entries == [1, 2])
  }

  @Test("A22: the dependencies around a reader are in force while it builds")
  func ambient() throws {
    let seen = Record<Int>()
    let fixture = try StoreFixture(0) {
      ReducerReader<Int, Int, _> { _, _ in
        let _ = seen(DependencyValues.current.number)
        EmptyReducer()
      }
      .dependency(\.number, 7)
    }
    fixture.send(1)
    #expect(seen.entries == [7])
  }
}
