import Kumiki
import KumikiTesting
import Testing

@MainActor @Suite struct XCTModifyTests {
  private typealias Value = Result<Int, Never>?

  @Test func `X23: a case that is up is changed, in an optional too`() async {
    var value: Value = .success(1)
    let log = await messages {
      XCTModify(&value, case: \.success) { $0 += 1 }
      XCTModify(&value) { $0 = .success(3) }
    }
    #expect(log.isEmpty && value == .success(3))
  }

  @Test("X78: where a test leaves things unsaid, it may change nothing", arguments: [true, false])
  func unsaid(isExhaustive: Bool) async {
    struct Box: Reducer {
      struct State: Equatable { var value: Int? = 1 }
      func reduce(into state: inout State, action _: Bool) -> Effect<Bool> { .none }
    }
    let log = await messages {
      let store = TestStore(initialState: Box.State()) { Box() }
      store.exhaustivity = isExhaustive ? .on : .off
      await store.send(true) { XCTModify(&$0.value) { _ in } }
      await store.send(false) { XCTModify(&$0.value) { $0 = 1 } }
    }
    #expect(log.filter { $0.contains("nothing changed") }.count == (isExhaustive ? 2 : 0))
  }

  @Test("X23: another case, no value, no change and an error are failures, and change nothing")
  func failures() async {
    struct Broken: Error {}
    var value: Value = .success(1)
    var none: Int?
    let log = await messages {
      XCTModify(&value, case: \.none, "A title") { _ in Issue.record("called") }
      XCTModify(&none) { $0 += 1 }
      XCTModify(&value, case: \.success) { _ in }
      XCTModify(&value, case: \.success) {
        $0 = 9
        throw Broken()
      }
    }
    #expect(log.count == 4 && log[0].contains("A title") && log[3].contains("Broken"))
    #expect(value == .success(1) && none == nil)
  }
}
