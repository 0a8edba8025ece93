import Kumiki
import Testing

@Suite struct OnChangeTests {
  struct State {
    var count = 0
    /// The values that the second reducer received.
    var changes: [[Int]] = []
  }

  @Test func `A24: a custom comparison decides equality`() throws {
    let fixture = try StoreFixture(State()) {
      Reduce<State, String> { state, _ in
        state.count += 1
        return .none
      }
      .onChange(
        of: { $0.count }, removeDuplicates: { $0 / 2 == $1 / 2 }
      ) { old, new in
        Reduce { state, _ in
          state.changes.append([old, new])
          return .none
        }
      }
    }
    for _ in 1...4 { fixture.send("count") }
    #expect(fixture.state.changes == [[1, 2], [3, 4]])
  }

  @Test func `A24: a change is answered with an effect, and may change the state further`() throws {
    let fixture = try StoreFixture(State()) {
      Reduce<State, String> { state, action in
        if action == "count" { state.count += 1 }
        return .none
      }
      .onChange(of: \.count) { oldValue, state in
        state.changes.append([oldValue, state.count])
        return .send("told")
      }
    }
    fixture.send("count")
    fixture.send("other")
    #expect(fixture.state.changes == [[0, 1]])
    #expect(fixture.actions == ["count", "told", "other"])
  }
}
