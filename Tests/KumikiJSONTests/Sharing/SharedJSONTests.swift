import Kumiki
import Testing

@testable import KumikiCore
@testable import KumikiJSON
@testable import KumikiValues

/// Values that a Swift type and JSON share, as C has them.
@Suite struct SharedJSONTests {
  @Test(
    "K15: C sees Swift's writes immediately, and the reverse; a mismatch changes nothing")
  func oneName() {
    withDependencies {
      $0.sharedScope = SharedScope(isTest: true)
    } operation: {
      let json = Shared(wrappedValue: JSON(integerLiteral: 1), InMemoryKey<JSON>("count"))
      let number = Shared(wrappedValue: 9, InMemoryKey<Int>("count"))
      #expect(number.wrappedValue == 1)
      number.withLock { $0 = 2 }
      #expect(json.wrappedValue == 2)
      json.withLock { $0 = 3 }
      #expect(number.wrappedValue == 3)
      json.withLock { $0 = "no number" }
      #expect(number.wrappedValue == 3)
    }
  }
}
