import Kumiki
import Testing

@Suite struct ModifierOrderTests {
  struct State {
    var first: Int? = 0
    var second: Int? = 0
  }

  enum Action: CasePathable {
    case both(String)

    struct AllCasePaths {
      let both = CasePath(embed: Action.both) { if case .both(let text) = $0 { text } else { nil } }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test("A17: a modifier attached later is further out: its child runs first, the base last")
  func outward() throws {
    let trace = Record<String>()
    func say(_ name: String) -> Reduce<Int, String> {
      Reduce { _, _ in
        trace(name)
        return .none
      }
    }
    let fixture = try StoreFixture(State()) {
      Reduce<State, Action> { _, _ in
        trace("base")
        return .none
      }
      .ifLet(\.first, action: \.both) { say("first") }
      .ifLet(\.second, action: \.both) { say("second") }
    }
    fixture.send(.both("x"))
    #expect(trace.entries == ["second", "first", "base"])
  }
}
