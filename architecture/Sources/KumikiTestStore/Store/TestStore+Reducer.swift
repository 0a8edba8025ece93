public import Kumiki

extension TestStore {
  /// Makes a test store whose state type follows only from its reducer: `.init(count: 3)`.
  @_disfavoredOverload
  public convenience init<R: Reducer>(
    initialState: @autoclosure @escaping () -> R.State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies update: (inout DependencyValues) -> Void = { _ in },
    // Without a column, to distinguish it from the other initializer.
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) where R.State == State, R.Action == Action {
    self.init(
      initialState: initialState(), reducer: reducer, withDependencies: update, fileID: fileID,
      filePath: filePath, line: line, column: 0)
  }

  /// Makes a test store with a reducer given as an argument:
  /// `TestStore(initialState: …, reducer: Counter())`.
  public convenience init<R: Reducer>(
    initialState: @autoclosure @escaping () -> R.State, reducer: @autoclosure () -> R,
    withDependencies update: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    self.init(
      initialState: initialState(), reducer: { reducer() }, withDependencies: update,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
