#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// `@ObservableState`: a state whose properties are observed one by one. It stores nothing in the state.
  enum ObservableStateMacro: ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
        let isClass = declaration.is(ClassDeclSyntax.self)
        context.complain(
          Misuse(
            "observable-state-kind",
            "'@ObservableState' is for states, which are structs and enums; this is a "
              + declaration.kindName),
          at: declaration.keyword,
          fixIts: isClass
            ? [
              .replacing(
                node.attributeName, by: TypeSyntax("Observable"), "observable-class",
                "Use '@Observable' for a class")
            ] : [])
        return []
      }
      guard !protocols.isEmpty else { return [] }
      let ignored = declaration.memberBlock.members
        .compactMap { $0.decl.as(VariableDeclSyntax.self) }
        .filter { $0.attributes.has("ObservationStateIgnored") }
        .compactMap(\.singleName)
      let head = "extension \(type.trimmed): Kumiki.ObservableState"
      if ignored.isEmpty { return [try ExtensionDeclSyntax("\(raw: head) {}")] }
      let access = declaration.memberAccess(in: context)
      let paths = ignored.map { "\\Self.\($0)" }.joined(separator: ", ")
      return [
        try ExtensionDeclSyntax(
          """
          \(raw: head) {
            \(raw: access)static var _unobserved: [Swift.PartialKeyPath<Self>] { [\(raw: paths)] }
          }
          """)
      ]
    }
  }
#endif
