import Kumiki
import Testing

@Suite struct ComposeTests {
  @Test func `B7: a chain of 100 000 immediate members needs no stack`() throws {
    let fixture = try StoreFixture(0) {
      Reduce<Int, Bool> { count, isStart in
        count += 1
        return isStart
          ? .concatenate((0..<100_000).map { _ in Effect.send(false) }) : .none
      }
    }
    fixture.send(true)
    #expect(fixture.state == 100_001)
  }
}

struct Failure: Error {}
