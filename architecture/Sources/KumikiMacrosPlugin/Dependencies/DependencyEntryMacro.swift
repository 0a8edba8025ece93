#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// `@DependencyEntry`: a property of `DependencyValues` with its key.
  enum DependencyEntryMacro {}

  extension DependencyEntryMacro: AccessorMacro {
    static func expansion(
      of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      guard let entry = DependencyEntry(node, declaration, in: context), entry.hasDefault else {
        return []
      }
      return [
        "get { self[\(raw: entry.keyName).self] }",
        "set { self[\(raw: entry.keyName).self] = newValue }",
      ]
    }
  }

  extension DependencyEntryMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let entry = DependencyEntry(node, declaration, in: context) else {
        context.complain(
          "entry-kind",
          "'@DependencyEntry' is for a variable in an extension of 'DependencyValues': "
            + "'var client = Client.test'", at: declaration)
        return []
      }
      guard entry.hasDefault else {
        context.complain(
          "entry-default",
          "'\(entry.name)' has no value: give it one for tests, '= …', or one for programs, "
            + "'@DependencyEntry(liveValue: …)'", at: entry.binding)
        return []
      }
      return [entry.key]
    }
  }

  /// `@_DependencyEntryDefaultValue`: the initial value of a static property, computed at each access.
  enum DependencyEntryValueMacro: AccessorMacro {
    static func expansion(
      of _: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in _: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first
      guard let value = binding?.initializer?.value else { return [] }
      return ["get { \(value.trimmed) }"]
    }
  }

  /// A property with `@DependencyEntry`.
  private struct DependencyEntry {
    let variable: VariableDeclSyntax
    let binding: PatternBindingSyntax
    let name: String
    private let arguments: LabeledExprListSyntax?

    /// Nil if the declaration is not a variable in an extension of `DependencyValues`.
    init?(
      _ node: AttributeSyntax, _ declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        variable.bindingSpecifier.text == "var", !variable.isStatic,
        let binding = variable.bindings.first, binding.accessorBlock == nil,
        let name = variable.singleName,
        let scope = context.lexicalContext.first?.as(ExtensionDeclSyntax.self),
        lastName(of: scope.extendedType) == "DependencyValues"
      else { return nil }
      self.variable = variable
      self.binding = binding
      self.name = name
      arguments = node.arguments?.as(LabeledExprListSyntax.self)
    }

    var hasDefault: Bool { binding.initializer != nil || argument("liveValue") != nil }

    private func argument(_ label: String?) -> ExprSyntax? {
      arguments?.first { $0.label?.text == label }?.expression.trimmed
    }

    /// The access modifier of the property, if others may give its key a live value.
    private var publicLevel: String? {
      variable.modifiers.accessLevel.flatMap { $0.isSeenOutside ? $0 : nil }
    }

    var keyName: String {
      let bare = name.filter { $0 != "`" }
      guard publicLevel != nil else { return "__Key_\(bare)" }
      let given = argument(nil)?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      if let given { return given }
      let type = binding.typeAnnotation.flatMap { keyName(of: $0.type) }
      return (type ?? bare.prefix(1).uppercased() + bare.dropFirst()) + "Key"
    }

    /// The part of a type's name that names its key: `Client` for `any Client`, `[Client]` and `Client?`.
    private func keyName(of type: TypeSyntax) -> String? {
      switch type.as(TypeSyntaxEnum.self) {
      case .identifierType, .memberType: lastName(of: type)?.filter { $0 != "`" }
      case .someOrAnyType(let type): keyName(of: type.constraint)
      case .optionalType(let type): keyName(of: type.wrappedType)
      case .implicitlyUnwrappedOptionalType(let type): keyName(of: type.wrappedType)
      case .arrayType(let type): keyName(of: type.element)
      case .dictionaryType(let type): joined([type.key, type.value])
      case .tupleType(let type): joined(type.elements.map(\.type))
      case .compositionType(let type): joined(type.elements.map(\.type))
      case .attributedType(let type): keyName(of: type.baseType)
      case .metatypeType(let type): keyName(of: type.baseType)
      default: nil
      }
    }

    private func joined(_ types: [TypeSyntax]) -> String? {
      let names = types.compactMap(keyName)
      return names.isEmpty || names.count < types.count ? nil : names.joined()
    }

    /// The key, with the values that were given.
    var key: DeclSyntax {
      let values = [
        ("liveValue", argument("liveValue")), ("previewValue", argument("previewValue")),
        ("testValue", binding.initializer?.value.trimmed),
      ]
      let level = publicLevel.map { "\($0) " } ?? ""
      let type = binding.typeAnnotation?.type.trimmedDescription
      var members = type.map { ["\(level)typealias Value = \($0)"] } ?? []
      for case let (label, value?) in values {
        members.append(
          type == nil
            ? "@KumikiMacros._DependencyEntryDefaultValue \(level)static var \(label) = \(value)"
            : "\(level)static var \(label): Value { \(value) }")
      }
      let kind = argument("liveValue") == nil ? "TestDependencyKey" : "DependencyKey"
      return """
        \(raw: publicLevel ?? "private") nonisolated enum \(raw: keyName): Kumiki.\(raw: kind) {
          \(raw: members.lines)
        }
        """
    }
  }
#endif
