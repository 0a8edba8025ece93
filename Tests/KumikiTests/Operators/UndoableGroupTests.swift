import Kumiki
import Testing

@Suite struct UndoableGroupTests {
  struct Row: Identifiable, Equatable {
    let id: Int
    var text = ""
  }

  struct State: Equatable {
    var document = ""
    var history = UndoHistory<String>()
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    var rowHistory = UndoHistory<IdentifiedArrayOf<Row>>()
  }

  enum Action: Equatable, CasePathable {
    case write(String, String? = nil, key: String? = nil, group: UndoDescription.Group? = nil)
    case row(Int, String, UndoDescription.Group? = nil)
    case history(UndoAction)

    struct AllCasePaths {
      let history = CasePath(embed: Action.history) {
        if case .history(let action) = $0 { action } else { nil }
      }
    }
    static let allCasePaths = AllCasePaths()
  }

  private func fixture(
    limit: Int = 100, grouping: Duration = .zero
  ) throws -> StoreFixture<State, Action> {
    try StoreFixture(State()) {
      Reduce<State, Action> { state, action in
        switch action {
        case .write(let text, _, _, _): state.document += text
        case .row(let id, let text, _): state.rows[id: id]?.text += text
        case .history: break
        }
        return .none
      }
      .undoable(
        \.document, history: \.history, action: \.history, limit: limit, grouping: grouping,
        describing: { _, action in
          guard case .write(_, let label, let key, let group) = action else { return nil }
          return UndoDescription(label: label, key: key, group: group)
        }
      )
      .undoable(
        \.rows, history: \.rowHistory, action: \.history,
        describing: { state, action in
          guard case .row(let id, _, let group) = action else { return nil }
          return UndoDescription(label: "Row \(state.rows[id: id]?.text ?? "")", group: group)
        })
    }
  }

  @Test("U33: the next undo and the next redo have the labels of their steps")
  func labels() throws {
    let fixture = try fixture()
    fixture.send(.write("a", "First"))
    fixture.send(.write("b"))
    #expect(fixture.state.history == .counts(undo: 2))
    fixture.send(.write("c", "Last"))
    #expect(fixture.state.history == .counts(undo: 3, undoLabel: "Last"))
    #expect(fixture.state.history != .counts(undo: 3))
    fixture.send(.row(1, "x"))
    fixture.send(.row(1, "y"))
    #expect(fixture.state.rowHistory.undoLabel == "Row x")
    fixture.send(.history(.undo))
    #expect(
      fixture.state.rowHistory
        == .counts(undo: 1, redo: 1, undoLabel: "Row ", redoLabel: "Row x"))
    #expect(
      Mirror(reflecting: fixture.state.rowHistory).children.map { "\($0.label!) \($0.value)" } == [
        "undo 1", "redo 1", "undoLabel Row ", "redoLabel Row x",
      ])
  }

  @Test("U34: successive steps with the same key become one step; with a time, only within it")
  func keys() throws {
    let fixture = try fixture(grouping: .seconds(1))
    fixture.send(.write("a", key: "k"))
    fixture.send(.write("b", "Later", key: "k"))
    #expect(fixture.state.history == .counts(undo: 1, undoLabel: "Later"))
    try fixture.loop.advance(by: 1_000_000_001)
    fixture.send(.write("c", key: "k"))
    #expect(fixture.state.history.undoCount == 2)
    fixture.send(.write("d", key: "other"))
    #expect(fixture.state.history.undoCount == 3)
    let untimed = try self.fixture()
    untimed.send(.write("a", key: "k"))
    untimed.send(.write("b", key: "k"))
    untimed.send(.write("c"))
    untimed.send(.write("d"))
    #expect(untimed.state.history.undoCount == 3)
  }

  @Test("U35: all steps from the beginning of a group to its end become one step")
  func groups() throws {
    let fixture = try fixture()
    fixture.send(.write("a"))
    fixture.send(.write("b", "Drag", group: .begin))
    fixture.send(.write("c", group: .begin))
    fixture.send(.write("d", group: .end))
    fixture.send(.write("e"))
    fixture.send(.write("f", group: .end))
    #expect(fixture.state.history == .counts(undo: 2, undoLabel: "Drag"))
    fixture.send(.write("g"))
    #expect(fixture.state.history.undoCount == 3)
    fixture.send(.row(1, "x", .begin))
    fixture.send(.row(2, "y"))
    fixture.send(.row(1, "z", .end))
    #expect(fixture.state.rowHistory.undoCount == 1)
    fixture.send(.history(.undo))
    #expect(fixture.state.rows.map(\.text) == ["", ""])
  }

  @Test("U36: a step may join the last step, unless that step was undone")
  func join() throws {
    let fixture = try fixture()
    fixture.send(.row(1, "a"))
    fixture.send(.row(2, "b", .join))
    #expect(fixture.state.rowHistory.undoCount == 1)
    fixture.send(.history(.undo))
    fixture.send(.row(1, "a", .join))
    fixture.send(.row(1, "b"))
    fixture.send(.history(.undo))
    fixture.send(.row(1, "c", .join))
    #expect(fixture.state.rowHistory.undoCount == 2)
  }

  @Test("U40, U41: a jump leads to the step with a number, in the list of steps")
  func jumps() throws {
    let fixture = try fixture()
    for text in ["a", "b", "c", "d"] { fixture.send(.row(1, text)) }
    fixture.send(.history(.jump(to: 1)))
    #expect(fixture.state.rows[id: 1]?.text == "a")
    #expect(fixture.state.rowHistory.lastNumber == 1)
    #expect(fixture.state.rowHistory.steps.map(\.number) == [1, 2, 3, 4])
    #expect(fixture.state.rowHistory.steps.map(\.label) == ["Row ", "Row a", "Row ab", "Row abc"])
    #expect(fixture.state.rowHistory.steps.map(\.isUndone) == [false, true, true, true])
    fixture.send(.history(.jump(to: 3)))
    #expect(fixture.state.rows[id: 1]?.text == "abc")
    fixture.send(.history(.jump(to: .min)))
    #expect(fixture.state.rows[id: 1]?.text == "")
    fixture.send(.history(.jump(to: .max)))
    #expect(fixture.state.rows[id: 1]?.text == "abcd")
  }

  @Test("U41: numbers stay when older steps are dropped")
  func numbers() throws {
    let fixture = try StoreFixture(State()) {
      Reduce<State, Action> { state, action in
        if case .write(let text, _, _, _) = action { state.document += text }
        return .none
      }
      .undoable(\.document, history: \.history, action: \.history, limit: 2)
    }
    for text in ["a", "b", "c"] { fixture.send(.write(text)) }
    #expect(fixture.state.history.steps.map(\.number) == [2, 3])
    fixture.send(.history(.jump(to: 2)))
    #expect(fixture.state.document == "ab")
    fixture.send(.history(.jump(to: 0)))
    #expect(fixture.state.document == "a")
  }
}
