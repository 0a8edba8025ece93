import Kumiki
import Testing

@Suite struct AnyHashableSendableTests {
  @Test("X21: it equals what equals what it was made of, and nothing else")
  func equality() {
    let one = AnyHashableSendable(1)
    #expect(one == 1 && one != 2 && one != AnyHashableSendable("1"))
    #expect(AnyHashableSendable(one) == one && AnyHashableSendable(one).base is Int)
    let unknown: any Hashable & Sendable = "id"
    #expect(AnyHashableSendable(unknown) == "id")
    #expect(AnyHashableSendable(true) == true && AnyHashableSendable(1.5) == 1.5)
  }

  @Test("X21: as a key it is what it was made of")
  func keys() {
    let counts: [AnyHashable: Int] = [AnyHashableSendable(1): 1, "two": 2]
    #expect(counts[1] == 1 && counts[AnyHashableSendable("two")] == 2)
    #expect(Set([AnyHashableSendable(1), 1, 2]).count == 2)
  }

  @Test("X21: it is printed as what it was made of")
  func printing() {
    #expect("\(AnyHashableSendable("a"))" == "a")
    #expect(String(reflecting: AnyHashableSendable("a")) == "AnyHashableSendable(\"a\")")
  }

  @Test("X21: it identifies effects from one send to the next")
  func effects() throws {
    let fixture = try StoreFixture(0) {
      Reduce<Int, Bool> { state, isStop in
        if isStop { return .cancel(id: AnyHashableSendable("timer")) }
        state += 1
        return .run { _ in try await Task.sleep(for: .seconds(3_600)) }
          .cancellable(id: AnyHashableSendable("timer"))
      }
    }
    let task = fixture.store.send(false)
    fixture.send(true)
    #expect(task.isCancelled)
  }
}
