#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// `@ObservableState`: a state with observation per property. It stores nothing in the state.
  enum ObservableStateMacro {
    private static func isState(_ declaration: some DeclGroupSyntax) -> Bool {
      declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self)
    }
  }

  extension ObservableStateMacro: ExtensionMacro {
    static func expansion(
      of _: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in _: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard isState(declaration), !protocols.isEmpty else { return [] }
      return [try ExtensionDeclSyntax("extension \(type.trimmed): Kumiki.ObservableState {}")]
    }
  }

  extension ObservableStateMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo _: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard isState(declaration) else {
        context.complain(
          "observable-state-kind",
          "'@ObservableState' is for states, which are structs and enums", ofKindOf: declaration,
          fixIt: !declaration.is(ClassDeclSyntax.self)
            ? nil
            : .replacing(
              node.attributeName, by: TypeSyntax("Observable"), "observable-class",
              "Use '@Observable' for a class"))
        return []
      }
      let ignored = declaration.memberBlock.members
        .compactMap { $0.decl.as(VariableDeclSyntax.self) }
        .filter { $0.attributes.has("ObservationStateIgnored") }
        .compactMap(\.singleName)
      if ignored.isEmpty { return [] }
      let access = declaration.memberAccess(in: context)
      let paths = ignored.map { "\\Self.\($0)" }.joined(separator: ", ")
      return [
        """
        \(raw: access)static var _unobserved: [Swift.PartialKeyPath<Self>] { [\(raw: paths)] }
        """
      ]
    }
  }
#endif
