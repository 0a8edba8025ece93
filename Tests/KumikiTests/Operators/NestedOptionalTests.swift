import Kumiki
import Testing

/// An optional selection that holds an optional value, as in navigate-and-load.
@Suite struct NestedOptionalTests {
  struct Selection: Equatable {
    var id = 1
    var value: Counter.State?
  }

  struct State: Equatable {
    var selection: Selection?
    var order: [String] = []
  }

  enum SelectionAction: Equatable, CasePathable {
    case value(Counter.Action)

    struct AllCasePaths {
      let value = CasePath(embed: SelectionAction.value) {
        if case .value(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: Equatable, CasePathable {
    case selection(SelectionAction)
    case load

    struct AllCasePaths {
      let selection = CasePath(embed: Action.selection) {
        if case .selection(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private static func fixture(
    _ state: State, _ order: Record<String> = Record()
  ) throws -> StoreFixture<State, Action> {
    try StoreFixture(state) {
      Reduce<State, Action> { state, action in
        order("parent")
        if action == .load { state.selection?.value = Counter.State(count: 42) }
        return .none
      }
      .ifLet(\.selection, action: \.selection) {
        Reduce<Selection, SelectionAction> { _, _ in
          order("selection")
          return .none
        }
        .ifLet(\.value, action: \.value) {
          Reduce<Counter.State, Counter.Action> { _, _ in
            order("value")
            return .none
          }
          Counter()
        }
      }
    }
  }

  @Test("A16: an action reaches the innermost child first, then each layer outwards")
  func order() throws {
    let order = Record<String>()
    let fixture = try Self.fixture(
      State(selection: Selection(value: Counter.State())), order)
    fixture.send(.selection(.value(.inc)))
    #expect(order.entries == ["value", "selection", "parent"])
    #expect(fixture.state.selection?.value?.count == 1)
    #expect(fixture.codes == [])
  }

  @Test("A16: with the inner value missing there is one issue, and nothing changes")
  func innerMissing() throws {
    let order = Record<String>()
    let state = State(selection: Selection(value: nil))
    let fixture = try Self.fixture(state, order)
    fixture.send(.selection(.value(.inc)))
    #expect(fixture.codes == [.absentChild])
    #expect(fixture.issues.first?.message.contains("value") == true)
    #expect(fixture.state == state)
    #expect(order.entries == ["selection", "parent"])
  }

  @Test("A16: with the outer one missing there is one issue, the outer layer's")
  func outerMissing() throws {
    let order = Record<String>()
    let fixture = try Self.fixture(State(selection: nil), order)
    fixture.send(.selection(.value(.inc)))
    #expect(fixture.codes == [.absentChild])
    #expect(fixture.issues.first?.message.contains("selection") == true)
    #expect(fixture.state == State(selection: nil))
    #expect(order.entries == ["parent"])
  }

  @Test("A16: what the parent fills in is reached, and its effects come back through both layers")
  func filled() throws {
    let fixture = try Self.fixture(State(selection: Selection(value: nil)))
    fixture.send(.load)
    fixture.send(.selection(.value(.incAfter(1))))
    try fixture.advance(seconds: 1)
    #expect(fixture.actions.last == .selection(.value(.inc)))
    #expect(fixture.state.selection?.value?.count == 43)
    #expect(fixture.codes == [])
  }
}
