#if canImport(Testing)
  public import Kumiki
  public import Testing

  /// Sets dependencies for a test, or for each test of a suite.
  ///
  ///     @Test(.dependencies { $0.date.now = Date(timeIntervalSince1970: 0) })
  ///
  /// Each test, and each run with other arguments, gets its own values, so generators start from
  /// the beginning.
  public struct DependencyTrait: TestTrait, SuiteTrait, TestScoping {
    /// True: a suite's dependencies apply to nested suites.
    public var isRecursive: Bool { true }
    private let update: @Sendable (inout DependencyValues) async throws -> Void

    fileprivate init(_ update: @escaping @Sendable (inout DependencyValues) async throws -> Void) {
      self.update = update
    }

    /// Runs a test with the dependencies set.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      // A suite's trait applies to each of its tests.
      guard testCase != nil else { return try await function() }
      try await withDependencies {
        $0.context = .test
        $0.unsetClockUse = .failure
        $0.renewDefaults()
        try await update(&$0)
      } operation: {
        try await function()
      }
    }
  }

  extension Trait where Self == DependencyTrait {
    /// Runs tests with the dependencies' test values.
    public static var dependencies: Self { DependencyTrait { _ in } }

    /// Runs tests with dependencies set by a function.
    public static func dependencies(
      _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
    ) -> Self { DependencyTrait(update) }

    /// Runs tests with a client whose type is its own key, read by `@Dependency(Client.self)`.
    public static func dependency<Client: TestDependencyKey>(
      _ client: @autoclosure @escaping @Sendable () throws -> Client
    ) -> Self where Client.Value == Client {
      DependencyTrait { $0[Client.self] = try client() }
    }

    /// Runs tests with one dependency set.
    public static func dependency<Value>(
      _ keyPath: WritableKeyPath<DependencyValues, Value> & Sendable,
      _ value: @autoclosure @escaping @Sendable () throws -> Value
    ) -> Self {
      DependencyTrait { $0[keyPath: keyPath] = try value() }
    }
  }
#endif
