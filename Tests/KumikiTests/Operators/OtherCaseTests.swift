import Kumiki
import Testing

/// Issues about an action or a write for another case than the present one.
@Suite struct OtherCaseTests {
  enum Screen: Equatable, CasePathable {
    case counter(Int)
    case search(String)

    struct AllCasePaths {
      let counter = CasePath<Screen, Int>(embed: Screen.counter) {
        if case .counter(let count) = $0 { count } else { nil }
      }
      let search = CasePath<Screen, String>(embed: Screen.search) {
        if case .search(let text) = $0 { text } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct Action: CasePathable {
    struct AllCasePaths {
      let search = CasePath<Action, Void>(embed: { Action() }) { _ in () }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func `A51: an issue for another case names the present case, and no payload`() throws {
    let fixture = try StoreFixture<Screen, Action>(.counter(7)) {
      Scope(state: \Screen.Cases.search, action: \Action.Cases.search) {
        EmptyReducer<String, Void>()
      }
    }
    fixture.send(Action())
    #expect(fixture.codes == [.wrongCase])
    let message = fixture.issues.last?.message ?? ""
    #expect(message.contains("while the state is counter;"))
    #expect(!message.contains("7"))
  }
}
