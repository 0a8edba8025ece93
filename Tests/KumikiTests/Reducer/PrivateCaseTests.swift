import Kumiki
import Testing

/// The private cases of actions in Swift. `test_private.c` has the rules of actions in JSON.
@Suite struct PrivateCaseTests {
  struct Row: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row> = []
    @PresentationState var sheet: Row?
    var steps = 0
  }

  enum RowAction: Equatable, PrivateCases {
    case load, loaded(String), tick, callback(Int)

    struct AllCasePaths {
      let loaded = CasePath(embed: RowAction.loaded) {
        if case .loaded(let text) = $0 { text } else { nil }
      }
      let tick = CasePath<RowAction, Void>(embed: { .tick }) {
        if case .tick = $0 { () } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
    static var privateCases: [PartialCaseKeyPath<Self>] { [\.loaded, \.tick] }
  }

  enum Action: CasePathable {
    case rows(IdentifiedAction<Int, RowAction>)
    case sheet(PresentationAction<RowAction>)
    case child(other: Int, RowAction?)
    case plain
    indirect case again(Action)

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

  /// A function alone would not be found: the store looks for types of features.
  private struct RowFeature: Reducer {
    func reduce(into row: inout Row, action: RowAction) -> Effect<RowAction> {
      switch action {
      case .load:
        return .merge(
          .send(.loaded("at once")), .run { await $0(.loaded("by a task")) },
          .after(seconds: 1, .tick))
      case .loaded(let text): row.text = text
      case .tick: row.text += "!"
      case .callback: break
      }
      return .none
    }
  }

  private static func fixture() throws -> StoreFixture<State, Action> {
    try StoreFixture(State(rows: [Row(id: 1)], sheet: Row(id: 2))) {
      Reduce<State, Action> { state, _ in
        state.steps += 1
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet) { RowFeature() }
      .forEach(\.rows, action: \.rows) { RowFeature() }
    }
  }

  @Test(
    "M214: a private case of a Swift feature is refused to the program, at any depth, before any reducer runs"
  )
  func refused() throws {
    let fixture = try Self.fixture()
    let before = fixture.state
    let refused: [Action] = [
      .rows(.element(id: 1, action: .loaded("x"))), .sheet(.presented(.tick)),
      .child(other: 1, .tick), .again(.again(.sheet(.presented(.loaded("x"))))),
    ]
    for action in refused { fixture.send(action) }
    #expect(fixture.codes == refused.map { _ in .privateCase })
    #expect(
      fixture.issues.map(\.actionCase) == [
        "rows.element.loaded", "sheet.presented.tick", "child.tick",
        "again.again.sheet.presented.loaded",
      ])
    #expect(
      fixture.issues[0].message == #"the case "loaded" is private: only effects of its own "#
        + "feature send it; the action was dropped")
    #expect(fixture.state == before)
    for action: Action in [
      .plain, .child(other: 1, nil), .again(.plain), .sheet(.presented(.callback(1))),
    ] {
      fixture.send(action)
    }
    #expect(fixture.state.steps == 4)
  }

  @Test("M214: so are the sends of scoped stores, views, animations and posts")
  func views() throws {
    let fixture = try Self.fixture()
    let before = fixture.state
    let sheet = try #require(fixture.store.scope(state: \.sheet, action: \.sheet))
    sheet.send(.loaded("x"))
    sheet.send(.tick, animation: .default)
    fixture.store.post(.sheet(.presented(.tick)))
    try fixture.settle()
    #expect(fixture.codes == [.privateCase, .privateCase, .privateCase])
    #expect(fixture.state == before)
  }

  @Test(
    "M215: effects send the private cases of their features, wrapped by the features around them")
  func effects() throws {
    let fixture = try Self.fixture()
    fixture.send(.rows(.element(id: 1, action: .load)))
    #expect(fixture.state.rows[id: 1]?.text == "at once")
    try fixture.settle()
    #expect(fixture.state.rows[id: 1]?.text == "by a task")
    try fixture.advance(seconds: 1)
    #expect(fixture.state.rows[id: 1]?.text == "by a task!")
    #expect(fixture.codes == [])
  }

  @Test(
    "M214: they are found in every operator, in features with a body, and in reducers that are chosen at run time"
  )
  func operators() throws {
    struct Body: Reducer {
      var body: some Reducer<Row, RowAction> { RowFeature().onEnd { _ in .none } }
    }
    struct Empty: Reducer {
      func reduce(into _: inout Row, action _: RowAction) -> Effect<RowAction> { .none }
    }
    func refuses(_ reducer: some Reducer<Row, RowAction>) throws -> Bool {
      let fixture = try StoreFixture(Row(id: 1)) { reducer }
      fixture.send(.loaded("x"))
      return fixture.codes == [.privateCase] && fixture.state.text.isEmpty
    }
    #expect(try refuses(Body()))
    #expect(try refuses(Reduce { _, _ in .none }))
    #expect(try refuses(AnyReducer(Body())))
    #expect(try refuses(RowFeature().running(\.text.isEmpty) { .none }))

    func refusesInside(_ reducer: some Reducer<State, Action>) throws -> Bool {
      let fixture = try StoreFixture(State(rows: [Row(id: 1)], sheet: Row(id: 2))) { reducer }
      fixture.send(.rows(.element(id: 1, action: .tick)))
      fixture.send(.sheet(.presented(.tick)))
      return fixture.codes == [.privateCase, .privateCase]
    }
    let plain = Reduce<State, Action> { _, _ in .none }
    #expect(try refusesInside(plain.forEach(\.rows, action: \.rows) { Body() }))
    #expect(try refusesInside(plain.ifLet(\.$sheet, action: \.sheet) { Body() }))
    #expect(
      try refusesInside(
        AnyReducer(
          plain.running(\.sheet) { _ in .none }.forEach(\.rows, action: \.rows) { Empty() })))
    #expect(
      try refusesInside(
        ReducerReader { _, _ in plain.ifLet(\.$sheet, action: \.sheet) { RowFeature() } }))
    let fixture = try StoreFixture(State(rows: [Row(id: 1)])) { plain }
    fixture.send(.rows(.element(id: 1, action: .tick)))
    #expect(fixture.codes == [])
    try fixture.store.replaceReducer { plain.forEach(\.rows, action: \.rows) { Body() } }
    fixture.send(.rows(.element(id: 1, action: .tick)))
    #expect(fixture.codes == [.privateCase])
  }
}
