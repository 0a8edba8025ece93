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

  struct Shelf: Equatable {
    struct Box: Equatable {
      var note: Row?
    }
    var box: Box? = Box(note: Row(id: 1, text: "a"))
    var log: [String] = []
  }

  enum ShelfAction: CasePathable {
    case box(BoxAction), noted(String), write((inout Shelf) -> Void)

    struct AllCasePaths {
      let box = CasePath(embed: ShelfAction.box) {
        if case .box(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum BoxAction: CasePathable {
    case note(Action), told(String)

    struct AllCasePaths {
      let note = CasePath(embed: BoxAction.note) {
        if case .note(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test(
    "Z196: the effect of an end sends to the nearest feature that is still there and has actions of its type"
  )
  func tells() throws {
    let later: (String) -> Effect<BoxAction> = { text in
      .merge(.send(.told(text)), .after(nanoseconds: 1_000_000_000, .told("\(text) later")))
    }
    let fixture = try StoreFixture(Shelf()) {
      Reduce<Shelf, ShelfAction> { shelf, action in
        switch action {
        case .noted(let text): shelf.log.append("shelf \(text)")
        case .box(.told(let text)): shelf.log.append("box \(text)")
        case .write(let body): body(&shelf)
        case .box: break
        }
        return .none
      }
      .ifLet(\.box, action: \.box) {
        Reduce<Shelf.Box, BoxAction> { _, _ in .none }
          .ifLet(\.note, action: \.note) {
            EmptyReducer<Row, Action>()
              .onEnd(telling: BoxAction.self) { later($0.text) }
              .onEnd(telling: ShelfAction.self) { .send(.noted($0.text)) }
          }
      }
    }
    fixture.send(.write { $0.box?.note = nil })
    #expect(fixture.state.log.sorted() == ["box a", "shelf a"])
    #expect(fixture.store.effectCount == 1)
    try fixture.advance(seconds: 1)
    #expect(fixture.state.log.last == "box a later")
    fixture.send(.write { $0.box?.note = Row(id: 2, text: "b") })
    fixture.send(.write { $0.box = nil })
    try fixture.advance(seconds: 1)
    #expect(fixture.state.log.dropFirst(3) == ["shelf b"])
    #expect(fixture.codes == [])
  }
}
