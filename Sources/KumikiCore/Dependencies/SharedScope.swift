internal import Synchronization

/// The objects that all code of a process, or all code of one test, shares: one object of each type, such as the shared
/// values in use.
package final class SharedScope: Sendable {
  package let isTest: Bool
  /// Whether a failure to load or save a value is reported as an issue. In a Swift test it is not: the test reads
  /// `loadError` and `saveError`.
  package let reportsErrors: Bool
  /// The defaults of dependencies that are in use in this scope.
  let defaults = DefaultValues()
  private let objects = Guarded<[ObjectIdentifier: any Sendable]>([:], in: .sharedValues)

  package init(isTest: Bool, reportsErrors: Bool? = nil) {
    self.isTest = isTest
    self.reportsErrors = reportsErrors ?? !isTest
  }

  deinit {
    for case let object as any SharedScopeObject in objects.withLock({ Array($0.values) }) {
      object.scopeEnds()
    }
  }

  /// Returns the scope's object of a type, which is made on first use.
  package func storage<Storage: Sendable>(
    _ type: Storage.Type = Storage.self, make: () -> Storage
  ) -> Storage {
    objects.withLock { objects in
      let id = ObjectIdentifier(type)
      if let known = objects[id] as? Storage { return known }
      let made = make()
      objects[id] = made
      return made
    }
  }

  // MARK: - The current scope

  private static let process = SharedScope(isTest: false)
  /// The scope for code that runs in an unidentified test.
  private static let anyTest = SharedScope(isTest: true)

  /// The scope of the current store, of the running test, or of the process.
  package static var current: SharedScope {
    if let scope = DependencyValues.ambientScope { return scope }
    if let scope = runningTest { return scope }
    let context = DependencyValues.current.storedContext ?? .ofProcess
    return context == .test ? anyTest : process
  }

  private struct Tests {
    var identify: (@Sendable () -> AnyHashable?)?
    var scopes: [AnyHashable: SharedScope] = [:]
  }

  /// False in programs, so they need no lock to find their scope.
  private static let areTestsIdentified = Atomic(false)
  private static let tests = Guarded(Tests(), in: .sharedValues)

  /// Sets the function that identifies the test which the current task runs. The test support calls this before the
  /// first test.
  package static func identifyTests(by identify: @escaping @Sendable () -> AnyHashable?) {
    tests.withLock { $0.identify = identify }
    areTestsIdentified.store(true, ordering: .relaxed)
  }

  /// The scope of the running test; nil outside of tests or if the test cannot be identified.
  package static var runningTest: SharedScope? {
    guard areTestsIdentified.load(ordering: .relaxed),
      let test = tests.withLock({ $0.identify })?()
    else { return nil }
    return tests.withLock { tests in
      if let known = tests.scopes[test] { return known }
      let made = SharedScope(isTest: true)
      tests.scopes[test] = made
      return made
    }
  }
}

/// An object that needs to know when its scope ends.
package protocol SharedScopeObject: Sendable {
  func scopeEnds()
}

extension DependencyValues {
  /// The scope of these dependencies.
  package var sharedScope: SharedScope {
    get { storedScope ?? .current }
    set { self[own: SharedScope.self] = newValue }
  }
}
