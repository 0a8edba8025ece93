import Kumiki
import Testing

@Suite struct UndoableTests {
  struct Document: Equatable {
    var title = ""
    var rows: [Int] = []
    @PresentationState var sheet: Sheet?
  }

  struct Sheet: Equatable { var count = 0 }

  struct State: Equatable {
    var document = Document()
    var history = UndoHistory<Document>()
    var beside = 0
  }

  enum Action: Equatable, CasePathable {
    case title(String)
    case load(String)
    case beside
    case sheet(PresentationAction<String>)
    case open
    case history(UndoAction)

    struct AllCasePaths {
      let sheet = CasePath(embed: Action.sheet) {
        if case .sheet(let action) = $0 { action } else { nil }
      }
      let history = CasePath(embed: Action.history) {
        if case .history(let action) = $0 { action } else { nil }
      }
    }
    static let allCasePaths = AllCasePaths()
  }

  private static var base: Reduce<State, Action> {
    Reduce { state, action in
      switch action {
      case .title(let title), .load(let title): state.document.title = title
      case .beside: state.beside += 1
      case .open: state.document.sheet = Sheet()
      case .history(.undo): state.beside += 100
      case .history, .sheet: break
      }
      return .none
    }
  }

  private func fixture(
    limit: Int = 100, grouping: Duration = .zero
  ) throws -> StoreFixture<State, Action> {
    try StoreFixture(State()) {
      Self.base.undoable(
        \.document, history: \.history, action: \.history, limit: limit, grouping: grouping
      ) { if case .load = $0 { false } else { true } }
    }
  }

  @Test("U4: undo restores the state before the last step, and redo the state before the undo")
  func back() throws {
    let fixture = try fixture()
    fixture.send(.title("a"))
    fixture.send(.title("ab"))
    #expect(fixture.state.history == .counts(undo: 2))
    fixture.send(.history(.undo))
    #expect(fixture.state.document.title == "a")
    #expect(fixture.state.history == .counts(undo: 1, redo: 1))
    fixture.send(.history(.undo))
    #expect(fixture.state.document.title == "")
    fixture.send(.history(.redo))
    fixture.send(.history(.redo))
    #expect(fixture.state.document.title == "ab")
    #expect(fixture.state.history == .counts(undo: 2))
  }

  @Test func `U5: without a step undo and redo do nothing`() throws {
    let fixture = try fixture()
    fixture.send(.history(.undo))
    fixture.send(.history(.redo))
    #expect(fixture.state == State())
  }

  @Test func `U6: a new step drops the steps that could be redone`() throws {
    let fixture = try fixture()
    fixture.send(.title("a"))
    fixture.send(.history(.undo))
    fixture.send(.title("b"))
    fixture.send(.history(.redo))
    #expect(fixture.state.document.title == "b")
    #expect(fixture.state.history == .counts(undo: 1))
  }

  @Test("U7: as many steps are kept as the limit, at least one", arguments: [-3, 0, 1, 2])
  func limit(limit: Int) throws {
    let fixture = try fixture(limit: limit)
    for title in ["a", "b", "c"] { fixture.send(.title(title)) }
    #expect(fixture.state.history == .counts(undo: max(1, limit)))
    fixture.send(.history(.undo))
    #expect(fixture.state.document.title == "b")
  }

  @Test func `U8: a step is an action that counts and changes something`() throws {
    let fixture = try fixture()
    fixture.send(.beside)
    fixture.send(.title(""))
    fixture.send(.load("x"))
    #expect(fixture.state.history == .counts(undo: 0))
  }

  @Test("U29: a part without rows is restored as a whole, over the writes outside the steps")
  func beside() throws {
    let fixture = try fixture()
    fixture.send(.title("a"))
    fixture.send(.load("loaded"))
    fixture.send(.title("b"))
    fixture.send(.history(.undo))
    #expect(fixture.state.document.title == "loaded")
    fixture.send(.load("again"))
    fixture.send(.history(.redo))
    #expect(fixture.state.document.title == "b")
    fixture.send(.history(.undo))
    #expect(fixture.state.document.title == "again")
    fixture.send(.history(.undo))
    #expect(fixture.state.document.title == "")
  }

  @Test func `U10: steps that follow each other within the time become one step`() throws {
    let fixture = try fixture(grouping: .seconds(1))
    fixture.send(.title("a"))
    try fixture.loop.advance(by: 600_000_000)
    fixture.send(.title("ab"))
    try fixture.loop.advance(by: 1_000_000_000)
    fixture.send(.title("abc"))
    #expect(fixture.state.history == .counts(undo: 1))
    try fixture.loop.advance(by: 1_000_000_001)
    fixture.send(.title("abcd"))
    #expect(fixture.state.history == .counts(undo: 2))
    fixture.send(.history(.undo))
    #expect(fixture.state.document.title == "abc")
    fixture.send(.title("x"))
    fixture.send(.history(.undo))
    fixture.send(.history(.undo))
    #expect(fixture.state.document.title == "")
  }

  @Test func `U11: clearing forgets all steps`() throws {
    let fixture = try fixture()
    fixture.send(.title("a"))
    fixture.send(.title("b"))
    fixture.send(.history(.undo))
    fixture.send(.history(.clear))
    #expect(fixture.state.history == .counts(undo: 0))
    fixture.send(.history(.redo))
    #expect(fixture.state.document.title == "a")
  }

  @Test("U12: a history is compared and shown by its counts; an expected one has no steps")
  func counts() throws {
    var state = State()
    state.history = .counts(undo: 3, redo: 1)
    #expect(state.history.undoCount == 3)
    #expect(state.history.redoCount == 1)
    #expect(state.history != UndoHistory())
    #expect(
      Mirror(reflecting: state.history).children.map { "\($0.label!) \($0.value)" } == [
        "undo 3", "redo 1",
      ])
    let fixture = try StoreFixture(state) {
      Self.base.undoable(\.document, history: \.history, action: \.history)
    }
    fixture.send(.history(.undo))
    #expect(fixture.state.document == Document())
    #expect(fixture.state.history == .counts(undo: 0))
  }

  @Test func `U13: a feature that an undo removes loses its effects in the same burst`() throws {
    let fixture = try StoreFixture(State()) {
      CombineReducers {
        Self.base.ifLet(\.document.$sheet, action: \.sheet) {
          Reduce<Sheet, String> { _, _ in
            .run { _ in try await Task.sleep(for: .seconds(1_000_000)) }
          }
        }
      }
      .undoable(\.document, history: \.history, action: \.history)
    }
    fixture.send(.open)
    fixture.send(.sheet(.presented("work")))
    #expect(fixture.store.effectCount == 1)
    fixture.send(.history(.undo))
    #expect(fixture.state.document.sheet == nil)
    #expect(fixture.store.effectCount == 0)
    fixture.send(.history(.redo))
    #expect(fixture.state.document.sheet == Sheet())
    #expect(fixture.store.effectCount == 0)
  }

  struct Row: Equatable, Identifiable {
    let id: Int
    var document = Document()
    var history = UndoHistory<Document>()
  }

  struct Rows: Equatable { var rows: IdentifiedArray<Int, Row> = [] }

  enum RowsAction: CasePathable {
    case rows(IdentifiedAction<Int, Action>)
    case reverse

    struct AllCasePaths {
      let rows = CasePath(embed: RowsAction.rows) {
        if case .rows(let action) = $0 { action } else { nil }
      }
    }
    static let allCasePaths = AllCasePaths()
  }

  @Test("U15: each part has its own history: rows by their ids, wherever they move")
  func rows() throws {
    let state = Rows(rows: [Row(id: 1), Row(id: 2)])
    let fixture = try StoreFixture(state) {
      Reduce<Rows, RowsAction> { state, action in
        if case .reverse = action { state.rows.move(from: 0, to: 1) }
        return .none
      }
      .forEach(\.rows, action: \.rows) {
        Reduce<Row, Action> { state, action in
          if case .title(let title) = action { state.document.title = title }
          return .none
        }
        .undoable(\.document, history: \.history, action: \.history)
      }
    }
    fixture.send(.rows(.element(id: 1, action: .title("a"))))
    fixture.send(.rows(.element(id: 2, action: .title("b"))))
    fixture.send(.reverse)
    fixture.send(.rows(.element(id: 1, action: .history(.undo))))
    #expect(fixture.state.rows.map(\.document.title) == ["b", ""])
    #expect(fixture.state.rows[id: 1]?.history == .counts(undo: 0, redo: 1))
    #expect(fixture.state.rows[id: 2]?.history == .counts(undo: 1))
  }

  @Test func `U18: the reducer runs after the undo, and may answer`() throws {
    let fixture = try fixture()
    fixture.send(.title("a"))
    fixture.send(.history(.undo))
    #expect(fixture.state.beside == 100)
    fixture.send(.history(.undo))
    #expect(fixture.state.beside == 100)
  }
}
