/// A running test of any framework. An issue that nobody else is told of fails it.
package protocol RunningTest: AnyObject, Sendable {
  /// Fails the test. Any thread, also outside the test's own task.
  func fail(_ issue: Issue)
}

/// Finds the running test. In a program there is none.
package enum RunningTests {
  // Behind the lock that is held across a fork, since any thread of a child may raise an issue.
  // In a struct: a function that is read through a generic one is wrapped anew each time, and the wrapper leaks.
  private static let search = Guarded(Search(), in: .sharedValues)

  private struct Search {
    var find: (@Sendable () -> (any RunningTest)?)?
    var findByCode: (@Sendable () -> (any RunningTest)?)?
  }

  /// Sets how the test of the calling task is found. The test support calls this before the first test.
  package static func find(by search: @escaping @Sendable () -> (any RunningTest)?) {
    Self.search.withLock { $0.find = search }
  }

  /// Sets how the test of a store is found whose step or effect is calling. The floor above calls this before
  /// its first store.
  package static func findByCode(_ search: @escaping @Sendable () -> (any RunningTest)?) {
    Self.search.withLock { $0.findByCode = search }
  }

  /// The test of the calling task.
  package static var current: (any RunningTest)? { search.withLock { $0 }.find?() }

  /// The test that made the store whose step or effect is calling, or else that of the calling task.
  static var ofCaller: (any RunningTest)? {
    search.withLock { $0.findByCode }?() ?? current
  }
}
