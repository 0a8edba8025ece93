extension StoreCore {
  /// Runs once per process, and makes the running step known to the modules below. An issue reported by the code of a
  /// step or an effect belongs to the test of its store.
  static let isKnownBelow: Void = {
    RunningTests.findByCode {
      ReduceContext.current?.pointee.core.issues.test
        ?? EffectContext.current?.entry?.table.issues.test
    }
    StepIssue.report { code, message in ReduceContext.report(code, message, label: "") }
  }()
}

extension Loop {
  /// In a test, the dependencies of effect code that is called without a context: functions in C.
  package var testValues: DependencyValues? {
    get { isTests ? testDependencies as? DependencyValues : nil }
    set { testDependencies = newValue }
  }
}
