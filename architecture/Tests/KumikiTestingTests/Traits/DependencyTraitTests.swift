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

@Suite("I56: A client that is its own key stands in a trait", .dependency(Weather { "rain" }))
struct ClientTraitTests {
  @Dependency(Weather.self) var weather

  @Test("I56: as its value") func value() { #expect(weather.report() == "rain") }

  @Test("I56: and what is set may be waited for", .dependencies { await $0.wait() })
  func waiting() { #expect(weather.report() == "rain, later") }
}

extension DependencyValues {
  fileprivate mutating func wait() async {
    await Task.yield()
    let report = self[Weather.self].report
    self[Weather.self].report = { report() + ", later" }
  }
}

private protocol Radio: Sendable { var channel: Int { get } }
private struct RealRadio: Radio { let channel = 1 }
private struct TestRadio: Radio {
  var channel = 2
  var isTest: Bool { true }
}

private enum RadioKey: DependencyKey {
  static var liveValue: any Radio { RealRadio() }
  static var testValue: any Radio { TestRadio() }
}

extension DependencyValues {
  fileprivate var radio: any Radio {
    get { self[RadioKey.self] }
    set { self[RadioKey.self] = newValue }
  }
}

@Suite(.dependencies { $0.radio = TestRadio(channel: 9) }) struct DependencyCastTests {
  @Dependency(\.radio, as: TestRadio.self) private var radio

  @Test func `H19: a dependency is read as the type that was set, by path and by key`() {
    @Dependency(RadioKey.self, as: TestRadio.self) var byKey
    #expect(radio.isTest && radio.channel == 9 && byKey.channel == 9)
  }

  @Test func `H19: a test ends where it is of another type`() async {
    await #expect(processExitsWith: .failure) {
      @Dependency(RadioKey.self, as: RealRadio.self) var radio
      _ = radio.channel
    }
  }
}
