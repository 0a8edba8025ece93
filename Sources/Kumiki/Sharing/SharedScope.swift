/// The shared values of a process, or of one test: who uses which key, and where the keys' places are.
package final class SharedScope: Sendable {
  package let isTest: Bool
  let references = SharedReferences()
  private let places = Guarded<[ObjectIdentifier: any Sendable]>([:], in: .sharedValues)

  package init(isTest: Bool) { self.isTest = isTest }

  deinit {
    // What is in memory stays for as long as its scope does, and has its storage in hand itself.
    for case let storage as InMemoryStorage in places.withLock({ Array($0.values) }) {
      storage.end()
    }
  }

  /// The one storage of its type here; made when it is first asked for.
  package func storage<Storage: Sendable>(
    _ type: Storage.Type = Storage.self, make: () -> Storage
  ) -> Storage {
    places.withLock { places in
      let id = ObjectIdentifier(type)
      if let known = places[id] as? Storage { return known }
      let made = make()
      places[id] = made
      return made
    }
  }

  // MARK: - Which one is in force

  private static let process = SharedScope(isTest: false)
  /// For what is tested where nobody says which test it is.
  private static let anyTest = SharedScope(isTest: true)

  /// That of the store, of the test that runs, or of the process.
  package static var current: SharedScope {
    if let scope = DependencyValues.ambient(SharedScopeKey.self) ?? nil { return scope }
    if let scope = runningTest { return scope }
    return DependencyValues.current.context == .test ? anyTest : process
  }

  private struct Tests {
    var identify: (@Sendable () -> AnyHashable?)?
    var scopes: [AnyHashable: SharedScope] = [:]
  }

  private static let tests = Guarded(Tests(), in: .sharedValues)

  /// Says how the test is known that runs on this task. The test support does, before the first test.
  package static func identifyTests(by identify: @escaping @Sendable () -> AnyHashable?) {
    tests.withLock { $0.identify = identify }
  }

  /// That of the test that runs; nil where none does, or nobody says so.
  static var runningTest: SharedScope? {
    guard let test = tests.withLock({ $0.identify })?() else { return nil }
    return tests.withLock { tests in
      if let known = tests.scopes[test] { return known }
      let made = SharedScope(isTest: true)
      tests.scopes[test] = made
      return made
    }
  }
}

private enum SharedScopeKey: DependencyKey {
  static var liveValue: SharedScope? { nil }
  static var testValue: SharedScope? { nil }
}

extension DependencyValues {
  /// Whose shared values these are.
  package var sharedScope: SharedScope {
    get { self.override(SharedScopeKey.self).flatMap { $0 } ?? .current }
    set { self[SharedScopeKey.self] = newValue }
  }
}
