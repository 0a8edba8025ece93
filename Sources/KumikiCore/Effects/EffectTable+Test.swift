extension EffectTable {
  /// Once in the process: an issue of a step's or an effect's code belongs to the test of its store.
  static let tellsItsTest: Void = RunningTests.findByCode {
    ReduceContext.current?.pointee.table.test ?? EffectContext.current?.entry?.table.test
  }
}

extension Loop {
  /// In a test, the dependencies in force for effect code that is called without a context: functions in C.
  package var testValues: DependencyValues? {
    get { testDependencies as? DependencyValues }
    set { testDependencies = newValue }
  }
}
