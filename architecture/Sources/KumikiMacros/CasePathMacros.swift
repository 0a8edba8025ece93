#if Macros
  /// Gives an enum a case path for each case, as ``Kumiki/CasePathable`` lists them.
  ///
  ///     @CasePathable
  ///     enum Action {
  ///       case saved
  ///       case renamed(to: String)
  ///     }
  ///
  /// The operators, stores and test stores then accept `\.renamed`. The path of a case with several values
  /// has a tuple with their labels as its value; for a case without values it has `Void`. With
  /// `@dynamicMemberLookup` the payloads are also properties: `destination.edit`, nil in another case.
  ///
  /// `Action.allCasePaths` is the list of the paths, in order. `Action.allCasePaths[action]`, or
  /// `action.case`, is the path of the value's case.
  @attached(
    member, names: named(AllCasePaths), named(allCasePaths), named(_$Element), named(_$Iterator),
    named(_$Root))
  @attached(extension, conformances: CasePathable, CasePathIterable)
  public macro CasePathable() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "CasePathableMacro")
#endif
