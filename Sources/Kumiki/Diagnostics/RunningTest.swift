/// A test that runs, of whichever framework: what nobody else is told of fails it.
package protocol RunningTest: AnyObject, Sendable {
  /// Fails the test. Any thread, and also where the test's own task does not run.
  func fail(_ issue: Issue)
}

/// Finds the test that runs. In a program none does.
package enum RunningTests {
  // Behind the lock that is held across a fork, since any thread of a child may raise an issue.
  // In a struct: a function that is read through a generic one is wrapped anew each time, and the wrapper leaks.
  private static let search = Guarded(Search(), in: .sharedValues)

  private struct Search {
    var find: (@Sendable () -> (any RunningTest)?)?
  }

  /// Says how the test of the calling task is found. The test support does, before the first test.
  package static func find(by search: @escaping @Sendable () -> (any RunningTest)?) {
    Self.search.withLock { $0.find = search }
  }

  /// The test whose task calls.
  package static var current: (any RunningTest)? { search.withLock { $0 }.find?() }

  /// The test whose task calls, or in which the store was made whose step or effect calls.
  static var ofCaller: (any RunningTest)? {
    if let test = current { return test }
    if let context = ReduceContext.current { return context.pointee.table.test }
    return EffectContext.current?.entry?.table.test
  }
}
