import Kumiki
import Testing

@Suite struct ReducerReaderTests {
  @Test("A18: the closure is called once per action, with the state that the previous members left")
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
    // Not while it is built: the state is as the previous member left it.
    #expect(built.entries == [[1, 1], [2, 2]])
    #expect(runs.entries == [1, 2])
    #expect(fixture.state == [2, 2])
  }

  @Test("A21: dependencies chosen by the state apply only to that action and its effects")
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

  @Test func `A22: a dynamic reducer builds with the dependencies around it in force`() throws {
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
