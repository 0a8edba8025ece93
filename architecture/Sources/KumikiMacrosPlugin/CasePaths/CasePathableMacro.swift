#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// `@CasePathable`: one case path for each case of an enum.
  enum CasePathableMacro {}

  extension CasePathableMacro: ExtensionMacro {
    static func expansion(
      of _: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in _: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard declaration.is(EnumDeclSyntax.self) else { return [] }
      // Both are listed, because the compiler does not find an inherited protocol.
      let names = ["CasePathable", "CasePathIterable"].filter { name in
        !declaration.inherits(name) && protocols.contains { lastName(of: $0) == name }
      }
      if names.isEmpty { return [] }
      let list = names.map { "Kumiki.\($0)" }.joined(separator: ", ")
      return [try ExtensionDeclSyntax("extension \(type.trimmed): \(raw: list) {}")]
    }
  }

  extension CasePathableMacro: MemberMacro {
    static func expansion(
      of _: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo _: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let declaration = declaration.as(EnumDeclSyntax.self) else {
        context.complain(
          "case-pathable-kind", "'@CasePathable' lists the cases of an enum", ofKindOf: declaration)
        return []
      }
      guard isUnambiguous(declaration, context) else { return [] }
      return members(of: declaration, declaration.memberAccess(in: context))
    }

    /// The list of an enum's case paths.
    static func members(of declaration: EnumDeclSyntax, _ access: String) -> [DeclSyntax] {
      let payloads = PayloadSpelling(root: declaration.name.text)
      let paths = declaration.memberBlock.members.forEachCase {
        $0.isUnavailable ? [] : [path(of: $0, payloads, access)]
      }
      return [
        """
        \(raw: access)struct AllCasePaths: Kumiki.CasePathReflectable, Swift.Sendable, Swift.Sequence {
        \(raw: (paths + CaseList(declaration, access).members).lines)
        }
        """,
        "\(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }",
      ] + payloads.aliases.map { "\(raw: access)typealias _$\(raw: $0) = \(raw: $0)" }
    }

    /// Cases may share a name in Swift, but properties may not.
    private static func isUnambiguous(
      _ declaration: EnumDeclSyntax, _ context: some MacroExpansionContext
    ) -> Bool {
      var seen: Set<String> = []
      var isUnambiguous = true
      // Only one of the cases in an `#if` may exist.
      let cases = declaration.memberBlock.members.compactMap {
        $0.decl.as(EnumCaseDeclSyntax.self)
      }
      for element in cases.flatMap(\.elements) where !seen.insert(element.name.text).inserted {
        isUnambiguous = false
        context.complain(
          "case-pathable-overload",
          "'@CasePathable' needs a name of its own for each case; "
            + "'\(element.name.text)' occurs twice", at: element.name)
      }
      return isUnambiguous
    }

    private static func path(
      of enumCase: EnumCase, _ payloads: PayloadSpelling, _ access: String
    ) -> String {
      let root = payloads.root
      let value = payloads.spelled(enumCase.payload)
      // At run time a computed property's name is unknown.
      let name = "\"\(enumCase.name.filter { $0 != "`" })\""
      let available = enumCase.availability.map { "\($0)\n" }.joined()
      let head = "\(available)\(access)var \(enumCase.name): Kumiki.CasePath<\(root), \(value)>"
      if enumCase.isImpossible, enumCase.parameters.count == 1 {
        return "\(head) { .init(\(name), embed: Kumiki._impossible, extract: { _ in nil }) }"
      }
      let embed: String
      switch enumCase.parameters.count {
      case 0: embed = "{ \(root).\(enumCase.name) }"
      // The case itself: in a closure, code after a value that cannot exist would never be executed, and the
      // compiler would warn.
      case 1:
        let label = enumCase.parameters[0].label.map { "(\($0):)" } ?? ""
        embed = "\(root).\(enumCase.name)\(label)"
      default:
        let parts = enumCase.parameters.indices.map { "$0.\($0)" }
        embed = "{ \(root).\(enumCase.name)\(enumCase.arguments(parts)) }"
      }
      let list = enumCase.bindings.joined(separator: ", ")
      let bound = enumCase.parameters.count == 1 ? list : "(\(list))"
      if enumCase.isImpossible {
        return "\(head) { .init(\(name), embed: \(embed), extract: { _ in nil }) }"
      }
      return """
        \(head) {
          .init(
            \(name), embed: \(embed),
            extract: { if case \(enumCase.pattern) = $0 { \(bound) } else { nil } })
        }
        """
    }
  }

  /// Spells the payloads' types so that they have the same meaning in the list of paths as in the
  /// enum.
  private final class PayloadSpelling: SyntaxRewriter {
    let root: String
    /// The names that the list of paths has itself, as a sequence, and that payloads use for other types.
    private(set) var aliases: [String] = []

    init(root: String) { self.root = root }

    func spelled(_ type: String) -> String {
      let isClear = !(Self.ownNames + ["Self"]).contains { type.contains($0) }
      return isClear ? type : rewrite(TypeSyntax(stringLiteral: type)).description
    }

    private static let ownNames = ["Element", "Iterator", "Root"]

    override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
      let name = node.name.text
      if name == "Self" { return TypeSyntax(stringLiteral: root) }
      guard Self.ownNames.contains(name) else { return super.visit(node) }
      if !aliases.contains(name) { aliases.append(name) }
      return super.visit(node.with(\.name, .identifier("_$\(name)")))
    }
  }
#endif
