#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  extension DeclGroupSyntax {
    /// The declaration's keyword.
    var kindPhrase: String {
      switch kind {
      case .structDecl: "a struct"
      case .enumDecl: "an enum"
      case .classDecl: "a class"
      case .actorDecl: "an actor"
      case .protocolDecl: "a protocol"
      default: "an extension"
      }
    }

    /// Whether an initializer without parameters is declared here.
    var hasPlainInit: Bool {
      memberBlock.members.contains {
        $0.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters.isEmpty == true
      }
    }

    /// Whether the inheritance clause names a protocol, qualified or not.
    func inherits(_ name: String) -> Bool {
      inheritanceClause?.inheritedTypes.contains { lastName(of: $0.type) == name } ?? false
    }

    /// The access modifier for members that are to be visible wherever the declaration is, with a trailing
    /// space; empty for internal and below.
    func memberAccess(in context: some MacroExpansionContext) -> String {
      if let own = modifiers.accessLevel { return own.isSeenOutside ? "\(own) " : "" }
      // Members of a `public extension` are public by default.
      guard let scope = context.lexicalContext.first?.as(ExtensionDeclSyntax.self),
        let level = scope.modifiers.accessLevel, level.isSeenOutside
      else { return "" }
      return "\(level) "
    }

    /// The member type with a name: a nested type or a type alias.
    func memberType(_ name: String) -> (any DeclSyntaxProtocol)? {
      for item in memberBlock.members {
        if let alias = item.decl.as(TypeAliasDeclSyntax.self), alias.name.text == name {
          return alias
        }
        if let group = item.decl.asProtocol((any DeclGroupSyntax).self),
          let named = group as? any NamedDeclSyntax, named.name.text == name
        {
          return group
        }
      }
      return nil
    }

    /// The property `body`, if it is declared here.
    var bodyProperty: VariableDeclSyntax? {
      memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        .first { $0.singleName == "body" }
    }
  }

  extension DeclModifierListSyntax {
    var accessLevel: String? {
      lazy.map(\.name.text).first {
        ["open", "public", "package", "internal", "fileprivate", "private"].contains($0)
      }
    }
  }

  extension String {
    /// Whether an access level makes a declaration visible outside of its module.
    var isSeenOutside: Bool { self == "public" || self == "package" || self == "open" }
  }

  extension VariableDeclSyntax {
    /// The name, if there is exactly one.
    var singleName: String? {
      guard bindings.count == 1 else { return nil }
      return bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
  }

  extension AttributeListSyntax {
    /// Whether an attribute of this name is attached, qualified or not.
    func has(_ name: String) -> Bool { first(named: name) != nil }

    func first(named name: String) -> AttributeSyntax? {
      lazy.compactMap { $0.as(AttributeSyntax.self) }
        .first { lastName(of: $0.attributeName) == name }
    }
  }

  /// The last part of a type's name: `Reducer` in `Kumiki.Reducer<State, Action>`.
  func lastName(of type: TypeSyntax) -> String? {
    if let type = type.as(IdentifierTypeSyntax.self) { return type.name.text }
    if let type = type.as(MemberTypeSyntax.self) { return type.name.text }
    if let type = type.as(AttributedTypeSyntax.self) { return lastName(of: type.baseType) }
    return nil
  }

  /// The generic arguments of a type's name.
  func genericArguments(of type: TypeSyntax) -> [String] {
    let clause =
      type.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? type.as(MemberTypeSyntax.self)?.genericArgumentClause
    return clause?.arguments.map { $0.argument.trimmedDescription } ?? []
  }
#endif
