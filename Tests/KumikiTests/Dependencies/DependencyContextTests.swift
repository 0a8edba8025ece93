import Kumiki
import Testing

@Suite struct DependencyContextTests {
  /// Uses each of the dependencies once, in a step.
  private static func use(
    in context: DependencyContext, _ use: @escaping () -> Void,
    overriding update: ((inout DependencyValues) -> Void)? = nil
  ) throws -> [Kumiki.Issue] {
    let fixture = try StoreFixture(0) {
      Reduce<Int, Int> { _, _ in
        use()
        return .none
      }
    } withDependencies: {
      $0.context = context
      update?(&$0)
    }
    fixture.send(0)
    return fixture.issues
  }

  @Test("H6: in a test an unset uuid is an issue that names it, and is made all the same")
  func uuid() throws {
    @Dependency(\.uuid) var uuid
    let made = Record<UniqueID>()
    let issues = try Self.use(in: .test) { made(uuid()) }
    #expect(issues.map(\.code) == [.unimplementedDependency])
    #expect(issues.first?.message.contains("\"uuid\"") == true)
    #expect(made.entries == [UniqueID(0)])
  }

  @Test("H6: in a live context it never is", arguments: [DependencyContext.live, .preview])
  func live(context: DependencyContext) throws {
    @Dependency(\.uuid) var uuid
    @Dependency(\.plain) var plain
    let issues = try Self.use(in: context) {
      _ = uuid()
      _ = plain
    }
    #expect(issues.isEmpty)
  }

  @Test func `H6: nor if it is set`() throws {
    @Dependency(\.uuid) var uuid
    @Dependency(\.plain) var plain
    let issues = try Self.use(in: .test) {
      _ = uuid()
      _ = plain
    } overriding: {
      $0.uuid = .incrementing
      $0.plain = 7
    }
    #expect(issues.isEmpty)
  }

  @Test(
    "H6: a key without a test value is reported by its property's name; the live value is used")
  func plainKey() throws {
    @Dependency(\.plain) var plain
    let found = Record<Int>()
    let issues = try Self.use(in: .test) { found(plain) }
    #expect(issues.map(\.code) == [.unimplementedDependency])
    #expect(issues.first?.message.contains("\"plain\"") == true)
    #expect(found.entries == [1])
  }

  @Test func `H6: it is reported from an effect too`() throws {
    @Dependency(\.uuid) var uuid
    let fixture = try StoreFixture(0) {
      Reduce<Int, Int> { _, _ in .run { _ in _ = uuid() } }
    } withDependencies: {
      $0.context = .test
    }
    fixture.send(0)
    #expect(fixture.codes == [])
    try fixture.settle()
    #expect(fixture.codes == [.unimplementedDependency])
  }

  @Test func `H1: each context has its own default`() throws {
    let found = Record<String>()
    for context in [DependencyContext.live, .preview, .test] {
      let issues = try Self.use(in: context) { found(DependencyValues.current.voice) }
      #expect(issues.isEmpty)
    }
    #expect(found.entries == ["live", "preview", "test"])
  }

  @Test func `H1: a client that is a key itself is read by its type and set by its value`() throws {
    @Dependency(Client.self) var client
    let found = Record<String>()
    let fixture = try StoreFixture(0) {
      let reader = Reduce<Int, Int> { _, _ in
        found(client.name)
        return .none
      }
      reader
      reader.dependency(Client(name: "set"))
    }
    fixture.send(0)
    #expect(found.entries == ["live", "set"])
  }

  @Test("H1: a key declared without a live value is found in the module that adds one")
  func interface() throws {
    @Dependency(\.declared) var declared
    let found = Record<String>()
    let live = try Self.use(in: .live) { found(declared) }
    let test = try Self.use(in: .test) { found(declared) }
    #expect(found.entries == ["live elsewhere", "test"])
    #expect(live.isEmpty && test.isEmpty)
  }

  @Test func `H13: the overrides of a store are applied once, when it is made`() throws {
    let calls = Record<String>()
    let fixture = try StoreFixture([] as [Int]) {
      NumberReader()
    } withDependencies: {
      calls("applied")
      $0.number = 3
    }
    for _ in 1...3 { fixture.send(.read) }
    #expect(fixture.state == [3, 3, 3])
    #expect(calls.entries == ["applied"])
  }
}

extension DependencyValues {
  /// A key with only a live value.
  var plain: Int {
    get { self[PlainKey.self] }
    set { self[PlainKey.self] = newValue }
  }

  var voice: String { self[VoiceKey.self] }

  /// Declared as if its live value were in another module.
  var declared: String { self[DeclaredKey.self] }
}

private enum PlainKey: DependencyKey {
  static let liveValue = 1
}

private enum VoiceKey: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
  static let previewValue = "preview"
}

private enum DeclaredKey: TestDependencyKey {
  static let testValue = "test"
}

extension DeclaredKey: DependencyKey {
  static let liveValue = "live elsewhere"
}

private struct Client: DependencyKey {
  var name: String
  static let liveValue = Client(name: "live")
}
