#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// `@DependencyClient`: a struct of functions, each an endpoint, with initializers.
  enum DependencyClientMacro {}

  extension DependencyClientMacro: MemberAttributeMacro {
    static func expansion(
      of _: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingAttributesFor member: some DeclSyntaxProtocol, in _: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
      guard declaration.is(StructDeclSyntax.self),
        let variable = member.as(VariableDeclSyntax.self),
        variable.endpointType != nil, !variable.attributes.has("DependencyEndpoint"),
        !variable.attributes.has("DependencyEndpointIgnored")
      else { return [] }
      return ["@DependencyEndpoint"]
    }
  }

  extension DependencyClientMacro: MemberMacro {
    static func expansion(
      of _: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo _: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard declaration.is(StructDeclSyntax.self) else {
        context.complain(
          "client-kind", "'@DependencyClient' is for a struct of functions", ofKindOf: declaration)
        return []
      }
      let access = declaration.memberAccess(in: context)
      let parts = declaration.memberBlock.members
        .compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(ClientPart.all)
      var members: [DeclSyntax] = []
      if !parts.isEmpty { members.append(memberwise(parts, access)) }
      if parts.allSatisfy(\.hasDefault) { members.append("\(raw: access)init() {}") }
      return members
    }

    private static func memberwise(_ parts: [ClientPart], _ access: String) -> DeclSyntax {
      """
      \(raw: parts.contains(where: \.isPrivate) ? "private " : access)init(
        \(raw: parts.map(\.parameter).joined(separator: ",\n"))
      ) {
        \(raw: parts.map { "self.\($0.name) = \($0.name)" }.lines)
      }
      """
    }
  }

  /// A stored property of a client, for its initializers.
  private struct ClientPart {
    let name: String
    let parameter: String
    let hasDefault: Bool
    let isPrivate: Bool

    static func all(of variable: VariableDeclSyntax) -> [ClientPart] {
      guard !variable.isStatic else { return [] }
      let isPrivate = ["private", "fileprivate"].contains(variable.modifiers.accessLevel)
      return variable.bindings.compactMap { binding -> ClientPart? in
        guard binding.isStored, let name = binding.pattern.as(IdentifierPatternSyntax.self) else {
          return nil
        }
        // Constants and private properties that have a value are not parameters.
        let isGiven =
          binding.initializer == nil || variable.bindingSpecifier.text == "var" && !isPrivate
        let known = binding.typeAnnotation?.type ?? binding.initializer?.value.literalType
        guard isGiven, let type = known else { return nil }
        let isEndpoint =
          variable.endpointType != nil && !variable.attributes.has("DependencyEndpointIgnored")
        let isFunction = EndpointType(type) != nil
        let text =
          "\(name.identifier.text): \(isFunction ? "@escaping " : "")\(type.trimmedDescription)"
        let value = isEndpoint ? nil : binding.initializer?.value.trimmedDescription
        return ClientPart(
          name: name.identifier.text, parameter: text + (value.map { " = \($0)" } ?? ""),
          hasDefault: isEndpoint || value != nil || isOptional(type, variable),
          isPrivate: isPrivate)
      }
    }

    private static func isOptional(_ type: TypeSyntax, _ variable: VariableDeclSyntax) -> Bool {
      variable.bindingSpecifier.text == "var" && type.is(OptionalTypeSyntax.self)
    }
  }

  extension ExprSyntax {
    /// The type of a literal without a type annotation.
    fileprivate var literalType: TypeSyntax? {
      switch kind {
      case .integerLiteralExpr: "Swift.Int"
      case .floatLiteralExpr: "Swift.Double"
      case .stringLiteralExpr: "Swift.String"
      case .booleanLiteralExpr: "Swift.Bool"
      default: nil
      }
    }
  }

  extension PatternBindingSyntax {
    /// Whether there are no accessors except observers.
    fileprivate var isStored: Bool {
      switch accessorBlock?.accessors {
      case .none: true
      case .getter: false
      case .accessors(let list):
        list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
      }
    }
  }
#endif
