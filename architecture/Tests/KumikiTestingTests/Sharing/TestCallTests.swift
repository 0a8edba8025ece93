import Kumiki
import KumikiTesting
import Testing

@Suite("K36: the calls of a test with arguments share nothing")
struct TestCallTests {
  @Test("K36: each call begins with its own default", arguments: 0...20)
  func defaults(initial: Int) async {
    @Shared(.inMemory("K36.count")) var count = initial
    await Task.yield()
    #expect(count == initial)
    $count.withLock { $0 += 100 }
    await Task.yield()
    #expect(count == initial + 100)
  }

  @Test("K36: of several arguments too", arguments: ["a", "b"], [1, 2, 3])
  func several(name: String, number: Int) {
    @Shared(.inMemory("K36.text")) var text = "\(name)\(number)"
    #expect(text == "\(name)\(number)")
  }
}
