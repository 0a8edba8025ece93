#if Macros
  /// Gives an enum a case path for each case, as ``Kumiki/CasePathable`` lists them.
  ///
  ///     @CasePathable
  ///     enum Action {
  ///       case saved
  ///       case renamed(to: String)
  ///     }
  ///
  /// The operators, stores and test stores then accept `\.renamed`. A case with several values has a tuple
  /// with their labels, one without values has `Void`. With `@dynamicMemberLookup` the payloads are also
  /// properties: `destination.edit`, nil in another case.
  @attached(member, names: named(AllCasePaths), named(allCasePaths))
  @attached(extension, conformances: CasePathable)
  public macro CasePathable() =
    #externalMacro(module: "KumikiMacrosPlugin", type: "CasePathableMacro")
#endif
