import Kumiki
import KumikiTesting
import Testing

@MainActor @Suite struct XCTModifyTests {
  private typealias Value = Result<Int, Never>?

  @Test("X23: a case that is up is changed, in an optional too")
  func changed() async {
    var value: Value = .success(1)
    let log = await messages {
      XCTModify(&value, case: \.success) { $0 += 1 }
      XCTModify(&value) { $0 = .success(3) }
    }
    #expect(log.isEmpty && value == .success(3))
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
