import Kumiki
import Testing

/// The end of a feature whose state is a Swift value. `test_end.c` has the rules.
@Suite struct OnEndTests {
  struct Row: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row> = []
    var sheet: Row?
  }

  indirect enum Action: CasePathable {
    case write((inout State) -> Void)
    case type(String)
    case rows(IdentifiedAction<Int, Action>)
    case sheet(Action)

    struct AllCasePaths {
      let rows = CasePath(embed: Action.rows) {
        if case .rows(let action) = $0 { action } else { nil }
      }
      let sheet = CasePath(embed: Action.sheet) {
        if case .sheet(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private let ends = Record<String>()

  private func row(includesStoreEnd: Bool = false) -> some Reducer<Row, Action> {
    Reduce<Row, Action> { row, action in
      if case .type(let text) = action { row.text = text }
      return .none
    }
    .onEnd(includesStoreEnd: includesStoreEnd) { [ends] row in
      ends(row.text)
      return .none
    }
  }

  private func feature(includesStoreEnd: Bool = false) -> some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      switch action {
      case .write(let body): body(&state)
      case .sheet(.type("close")): state.sheet = nil
      default: break
      }
      return .none
    }
    .ifLet(\.sheet, action: \.sheet) { row(includesStoreEnd: includesStoreEnd) }
    .forEach(\.rows, action: \.rows) { row() }
  }

  @Test("Z190: the last state of a Swift feature is the one after its last step")
  func lastState() throws {
    let start = State(rows: [Row(id: 1), Row(id: 2)], sheet: Row(id: 3))
    let fixture = try StoreFixture(start) { feature() }
    fixture.send(.sheet(.type("a")))
    #expect(ends.entries == [])
    fixture.send(.sheet(.type("close")))
    #expect(ends.entries == ["close"])
    fixture.send(.rows(.element(id: 1, action: .type("b"))))
    fixture.send(.write { $0.rows.remove(id: 1) })
    #expect(ends.entries == ["close", "b"])
    fixture.send(.write { $0.sheet = Row(id: 4, text: "c") })
    fixture.send(.write { $0.sheet = Row(id: 4, text: "d") })
    #expect(ends.entries == ["close", "b"])
    fixture.send(.write { $0.sheet = Row(id: 5, text: "e") })
    #expect(ends.entries == ["close", "b", "d"])
  }

  @Test("Z191, Z193: another reducer, and the store's end if it counts")
  func replacedAndClosed() throws {
    let fixture = try StoreFixture(State(sheet: Row(id: 3, text: "a"))) {
      feature(includesStoreEnd: true)
    }
    try fixture.store.replaceReducer { feature(includesStoreEnd: true) }
    #expect(ends.entries == [])
    try fixture.store.replaceReducer { EmptyReducer() }
    #expect(ends.entries == ["a"])
    try fixture.store.replaceReducer { feature(includesStoreEnd: true) }
    fixture.store.end()
    #expect(ends.entries == ["a", "a"])
  }
}
