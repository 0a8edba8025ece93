/// Sets dependencies for all code that does not set them itself: for the process, or in a test for that test.
///
///     @main struct App {
///       static func main() {
///         prepareDependencies { $0.database = try! openDatabase() }
///         …
///       }
///     }
///
/// Call it once, as early as possible. A dependency that was already read or prepared keeps its value, and the issue
/// `dependency-in-use` is reported.
public func prepareDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  let preparation = DependencyPreparation()
  defer {
    for name in preparation.refused {
      ReduceContext.report(
        .dependencyInUse,
        "the dependency \"\(name)\" was prepared, but it has been read or prepared before; prepare it once, "
          + "at the program's start, or use withDependencies",
        label: "", on: DependencyValues.ambientLoop)
    }
  }
  var values = DependencyValues.current.preparing(preparation)
  return try DependencyAccess.$isSetting.withValue(true) { try update(&values) }
}
