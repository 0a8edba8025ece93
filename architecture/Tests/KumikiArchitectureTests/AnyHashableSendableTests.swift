import KumikiArchitecture
import Testing

@Suite struct AnyHashableSendableTests {
  @Test func `X21: it equals what equals what it was made of, and nothing else`() {
    let one = AnyHashableSendable(1)
    #expect(one == 1 && one != 2 && one != AnyHashableSendable("1"))
    #expect(AnyHashableSendable(one) == one && AnyHashableSendable(one).base is Int)
    let unknown: any Hashable & Sendable = "id"
    #expect(AnyHashableSendable(unknown) == "id")
    #expect(AnyHashableSendable(true) == true && AnyHashableSendable(1.5) == 1.5)
  }

  @Test func `X21: as a key it is what it was made of`() {
    let counts: [AnyHashable: Int] = [AnyHashableSendable(1): 1, "two": 2]
    #expect(counts[1] == 1 && counts[AnyHashableSendable("two")] == 2)
    #expect(Set([AnyHashableSendable(1), 1, 2]).count == 2)
  }

  @Test func `X21: it is printed as what it was made of`() {
    #expect("\(AnyHashableSendable("a"))" == "a")
    #expect(String(reflecting: AnyHashableSendable("a")) == "AnyHashableSendable(\"a\")")
  }
}
