import Kumiki
import KumikiTesting
import Testing

private enum LimitKey: DependencyKey {
  static var liveValue: Int { 0 }
}

extension DependencyValues {
  fileprivate var limit: Int {
    get { self[LimitKey.self] }
    set { self[LimitKey.self] = newValue }
  }
}

@Suite("I56: A trait sets dependencies for a test or for those of a suite", .dependency(\.limit, 3))
struct DependencyTraitTests {
  @Dependency(\.limit) var limit

  @Test("I56: a suite's hold in its tests") func ofSuite() {
    #expect(limit == 3)
    #expect(DependencyValues.current.context == .test)
  }

  @Test("I56: a test's stand before them", .dependencies { $0.limit += 1 }) func ofTest() {
    #expect(limit == 4)
  }

  @Test(
    "Each call of a test has its own", .dependencies { $0.presentationID = .incrementing },
    arguments: [0, 1])
  func ofCall(_: Int) {
    @Dependency(\.presentationID) var id
    #expect(id() == "0")
  }

  @Suite("A suite's hold in the suites in it", .dependencies) struct Inner {
    @Test func below() { #expect(DependencyValues.current.limit == 3) }
  }
}
