import Kumiki
import Testing

/// Rows whose rows are of their own kind, to any depth.
@Suite struct NestedRowsTests {
  private struct Node: Equatable, Identifiable {
    let id: Int
    var rows: IdentifiedArrayOf<Node> = []
  }

  private enum Action: Equatable, CasePathable {
    /// Adds a row with that id.
    case add(Int)
    case rows(IdentifiedAction<Int, Action>)

    struct AllCasePaths {
      let rows = CasePath(embed: Action.rows) {
        if case .rows(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    static func row(_ id: Int, _ action: Self) -> Self { .rows(.element(id: id, action: action)) }
  }

  private func fixture() throws -> StoreFixture<Node, Action> {
    let first = Node(id: 1, rows: [Node(id: 11), Node(id: 12)])
    let second = Node(id: 2, rows: [Node(id: 11)])
    return try StoreFixture(Node(id: 0, rows: [first, second])) {
      Recurse<Node, Action> { nested in
        Reduce { state, action in
          if case .add(let id) = action { state.rows.append(Node(id: id)) }
          return .none
        }
        .forEach(\.rows, action: \.rows) { nested }
      }
    }
  }

  @Test("L9: a row that is added at level 2 of one row leaves the other rows as they were")
  func add() throws {
    let fixture = try fixture()
    let before = fixture.state
    fixture.send(.row(1, .row(11, .add(111))))
    #expect(fixture.state.rows[id: 1]?.rows[id: 11]?.rows.ids == [111])
    #expect(fixture.state.rows[id: 1]?.rows[id: 12] == before.rows[id: 1]?.rows[id: 12])
    #expect(fixture.state.rows[id: 2] == before.rows[id: 2])
    fixture.send(.row(1, .row(11, .row(111, .add(7)))))
    #expect(fixture.state.rows[id: 1]?.rows[id: 11]?.rows[id: 111]?.rows.ids == [7])
    #expect(fixture.state.rows[id: 2] == before.rows[id: 2])
    #expect(fixture.codes == [])
  }

  @Test("L9: a row that is missing at level 2 is one issue, and nothing changes")
  func missing() throws {
    let fixture = try fixture()
    let before = fixture.state
    fixture.send(.row(2, .row(12, .add(1))))
    #expect(fixture.codes == [.missingElement])
    #expect(fixture.state == before)
  }
}
