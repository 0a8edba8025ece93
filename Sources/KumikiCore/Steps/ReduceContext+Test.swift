extension StoreCore {
  /// Once in the process: floors below learn how to find the step that is running. An issue of a step's or an effect's code
  /// belongs to the test of its store.
  static let isKnownBelow: Void = {
    RunningTests.findByCode {
      ReduceContext.current?.pointee.core.issues.test
        ?? EffectContext.current?.entry?.table.issues.test
    }
    StepIssue.report { code, message in ReduceContext.report(code, message, label: "") }
  }()
}

extension Loop {
  /// In a test, the dependencies in force for effect code that is called without a context: functions in C.
  package var testValues: DependencyValues? {
    get { testDependencies as? DependencyValues }
    set { testDependencies = newValue }
  }
}
