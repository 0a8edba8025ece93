import Kumiki
import Testing

@Suite struct OnChangeTests {
  struct State: Equatable {
    var count = 0
    var other = 0
    /// What the second reducer was given.
    var changes: [[Int]] = []
  }

  private static var base: Reduce<State, String> {
    Reduce { state, action in
      switch action {
      case "count": state.count += 1
      case "other": state.other += 1
      case "back":
        state.count += 1
        state.count -= 1
      default: break
      }
      return action == "count" ? .send("base") : .none
    }
  }

  @Test(
    "A23: a change runs the second reducer once, with the same action, the old and the new value")
  func change() throws {
    let actions = Record<String>()
    let fixture = try StoreFixture(State()) {
      Self.base.onChange(of: \.count) { old, new in
        Reduce { state, action in
          actions(action)
          state.changes.append([old, new])
          return .none
        }
      }
    }
    fixture.send("other")
    #expect(fixture.state.changes == [])
    fixture.send("count")
    fixture.send("count")
    #expect(fixture.state.changes == [[0, 1], [1, 2]])
    #expect(actions.entries == ["count", "count"])
  }

  @Test("A23: effects are merged, the base's first")
  func effects() throws {
    let fixture = try StoreFixture(State()) {
      Self.base.onChange(of: \.count) { _, _ in
        Reduce { _, _ in .send("second") }
      }
    }
    fixture.send("count")
    #expect(fixture.actions == ["count", "base", "second"])
  }

  @Test("A24: what the second reducer changes is not observed again")
  func noLoop() throws {
    let fixture = try StoreFixture(State()) {
      Self.base.onChange(of: \.count) { old, new in
        Reduce { state, _ in
          state.changes.append([old, new])
          state.count += 10
          return .none
        }
      }
    }
    fixture.send("count")
    #expect(fixture.state.count == 11)
    #expect(fixture.state.changes == [[0, 1]])
  }

  @Test("A24: a value that is changed and restored inside the base step is unchanged")
  func restored() throws {
    let fixture = try StoreFixture(State()) {
      Self.base.onChange(of: \.count) { old, new in
        Reduce { state, _ in
          state.changes.append([old, new])
          return .none
        }
      }
    }
    fixture.send("back")
    #expect(fixture.state.changes == [])
  }

  @Test("A24: a test of one's own says what is the same")
  func duplicates() throws {
    let fixture = try StoreFixture(State()) {
      Self.base.onChange(
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
}
