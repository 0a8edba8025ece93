/// A running test of any framework. An issue without a handler fails the test.
package protocol RunningTest: AnyObject, Sendable {
  /// Fails the test. Usable on any thread and outside the test's own task.
  func fail(_ issue: Issue)
}

/// Finds the running test. A program has none.
package enum RunningTests {
  // Guarded by the lock that is held across a fork, since any thread of a child may raise an issue. In a struct,
  // because a function that is read through a generic type is wrapped again each time, and the wrapper leaks.
  private static let search = Guarded(Search(), in: .sharedValues)

  private struct Search {
    var find: (@Sendable () -> (any RunningTest)?)?
    var findByCode: (@Sendable () -> (any RunningTest)?)?
  }

  /// Sets the search for the test of the calling task. The test support calls this before the first test.
  package static func find(by search: @escaping @Sendable () -> (any RunningTest)?) {
    Self.search.withLock { $0.find = search }
  }

  /// Sets the search for the test whose store's step or effect is calling. The layer above calls this before its
  /// first store.
  package static func findByCode(_ search: @escaping @Sendable () -> (any RunningTest)?) {
    Self.search.withLock { $0.findByCode = search }
  }

  /// The test of the calling task.
  package static var current: (any RunningTest)? { search.withLock { $0 }.find?() }

  /// The test that made the store whose step or effect is calling; otherwise the test of the calling task.
  static var ofCaller: (any RunningTest)? {
    search.withLock { $0.findByCode }?() ?? current
  }
}
