import Kumiki
import Testing

@Suite struct UndoableRowsTests {
  struct Row: Equatable, Identifiable {
    let id: Int
    var name = ""
    var progress = 0
  }

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row> = []
    var history = UndoHistory<IdentifiedArrayOf<Row>>()
  }

  enum Action: CasePathable {
    /// A step.
    case edit((inout IdentifiedArrayOf<Row>) -> Void)
    /// Writes by others.
    case other((inout IdentifiedArrayOf<Row>) -> Void)
    case history(UndoAction)

    struct AllCasePaths {
      let history = CasePath(embed: Action.history) {
        if case .history(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private func fixture(
    _ rows: Int..., grouping: Duration = .zero
  ) throws -> StoreFixture<State, Action> {
    let rows = IdentifiedArray(uniqueElements: rows.map { Row(id: $0) })
    return try StoreFixture(State(rows: rows)) {
      Reduce<State, Action> { state, action in
        switch action {
        case .edit(let body), .other(let body): body(&state.rows)
        case .history: break
        }
        return .none
      }
      .undoable(\.rows, history: \.history, action: \.history, grouping: grouping) {
        if case .other = $0 { false } else { true }
      }
    }
  }

  private func ids(_ fixture: StoreFixture<State, Action>) -> [Int] { fixture.state.rows.map(\.id) }

  @Test func `U9: an undo of one row's removal keeps the present values of the others`() throws {
    let fixture = try fixture(1, 2, 3)
    fixture.send(.edit { $0.remove(id: 2) })
    fixture.send(.other { $0[id: 3]?.progress = 900 })
    fixture.send(.other { $0.append(Row(id: 4)) })
    fixture.send(.history(.undo))
    #expect(ids(fixture) == [1, 2, 3, 4])
    #expect(fixture.state.rows[id: 3]?.progress == 900)
    fixture.send(.history(.redo))
    #expect(ids(fixture) == [1, 3, 4])
    #expect(fixture.state.history == .counts(undo: 1))
  }

  @Test(
    "U29: undo restores a changed row, removes an inserted row and moves a moved row back")
  func rows() throws {
    let fixture = try fixture(1, 2, 3)
    fixture.send(
      .edit { rows in
        rows[id: 2]?.name = "b"
        rows.append(Row(id: 4))
        rows.move(from: 0, to: 2)
      })
    #expect(ids(fixture) == [2, 3, 1, 4])
    fixture.send(.other { $0.insert(Row(id: 9), at: 0) })
    fixture.send(.other { $0[id: 3]?.progress = 5 })
    fixture.send(.history(.undo))
    #expect(ids(fixture) == [1, 9, 2, 3])
    #expect(fixture.state.rows[id: 2]?.name == "")
    #expect(fixture.state.rows[id: 3]?.progress == 5)
    fixture.send(.history(.redo))
    #expect(fixture.state.rows[id: 2]?.name == "b")
    #expect(fixture.state.rows[id: 4] != nil)
  }

  @Test(
    "U29: a row that is removed or present again stays so, and a step with nothing left is skipped"
  )
  func passedOver() throws {
    let fixture = try fixture(1, 2)
    fixture.send(.edit { $0[id: 1]?.name = "a" })
    fixture.send(.edit { $0.remove(id: 2) })
    fixture.send(.other { $0.append(Row(id: 2, name: "new")) })
    fixture.send(.history(.undo))
    #expect(fixture.state.rows[id: 2]?.name == "new")
    #expect(fixture.state.rows[id: 1]?.name == "")
    #expect(fixture.state.history == .counts(undo: 0, redo: 1))
  }

  @Test("U29: a joined step is undone together, and writes by others in between are not")
  func grouped() throws {
    let fixture = try fixture(1, 2, grouping: .seconds(1))
    fixture.send(.edit { $0[id: 1]?.name = "a" })
    fixture.send(.other { $0[id: 2]?.progress = 7 })
    fixture.send(.edit { $0[id: 1]?.name = "ab" })
    fixture.send(.history(.undo))
    #expect(fixture.state.rows[id: 1]?.name == "")
    #expect(fixture.state.rows[id: 2]?.progress == 7)
    #expect(fixture.state.history == .counts(undo: 0, redo: 1))
  }

  @Test func `F21, U4: random steps on rows lead back and forth exactly`() throws {
    var dice = Dice(state: 7)
    for _ in 0..<300 {
      let fixture = try fixture(0, 1, 2, 3, 4)
      var states = [fixture.state.rows]
      for _ in 0..<12 {
        fixture.send(.edit { Self.change(&$0, &dice) })
        if fixture.state.rows != states.last { states.append(fixture.state.rows) }
      }
      for _ in 0..<2 {
        for expected in states.dropLast().reversed() {
          fixture.send(.history(.undo))
          #expect(fixture.state.rows == expected)
        }
        for expected in states.dropFirst() {
          fixture.send(.history(.redo))
          #expect(fixture.state.rows == expected)
        }
      }
    }
  }

  private static func change(
    _ rows: inout IdentifiedArrayOf<Row>, _ dice: inout Dice
  ) {
    for _ in 0..<Int.random(in: 1...4, using: &dice) {
      let count = rows.count
      switch Int.random(in: 0..<6, using: &dice) {
      case 0 where count > 0: rows.remove(at: .random(in: 0..<count, using: &dice))
      case 1 where count > 0:
        let index = Int.random(in: 0..<count, using: &dice)
        rows[id: rows[index].id]?.progress += 1
      case 2 where count > 1:
        let from = Int.random(in: 0..<count, using: &dice)
        rows.move(from: from, to: .random(in: 0..<count, using: &dice))
      case 3: rows.shuffle(using: &dice)
      case 4 where count > 0:
        rows[.random(in: 0..<count, using: &dice)] = Row(id: .random(in: 0..<12, using: &dice))
      default:
        let id = Int.random(in: 0..<12, using: &dice)
        if !rows.contains(id: id) {
          rows.insert(Row(id: id), at: .random(in: 0...count, using: &dice))
        }
      }
    }
  }

  /// SplitMix64, of Sebastiano Vigna: the same on every machine.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
