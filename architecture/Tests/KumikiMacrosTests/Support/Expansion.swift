#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacroExpansion
  import SwiftSyntaxMacros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @testable import KumikiMacrosPlugin

  /// The macros under their names in programs.
  private let macros: [String: MacroSpec] = [
    "CasePathable": MacroSpec(
      type: CasePathableMacro.self, conformances: ["CasePathable", "CasePathIterable"]),
    "DependencyClient": MacroSpec(type: DependencyClientMacro.self),
    "DependencyEndpoint": MacroSpec(type: DependencyEndpointMacro.self),
    "DependencyEntry": MacroSpec(type: DependencyEntryMacro.self),
    "ObservableState": MacroSpec(
      type: ObservableStateMacro.self, conformances: ["ObservableState"]),
    "Reducer": MacroSpec(type: ReducerMacro.self, conformances: ["Reducer", "CaseReducer"]),
    "ViewAction": MacroSpec(type: ViewActionMacro.self),
  ]

  /// Expands one macro and compares; the other attributes stay as they are.
  func expectExpansion(
    of name: String, _ source: String, is expected: String, diagnostics: [DiagnosticSpec] = [],
    fixed: String? = nil, at location: Testing.SourceLocation = #_sourceLocation
  ) {
    assertMacroExpansion(
      source, expandedSource: expected, diagnostics: diagnostics,
      macroSpecs: macros.filter { $0.key == name }, fixedSource: fixed,
      indentationWidth: .spaces(2),
      failureHandler: {
        Issue.record(Comment(rawValue: $0.message), sourceLocation: location)
      })
  }
#endif
