#if Macros
  internal import SwiftSyntax

  /// One case of an enum of features, with its content.
  struct ReducerCase {
    enum Content {
      /// A feature, and the expression that makes one.
      case feature(type: String, made: String)
      /// An alert or a dialog, with the type of its actions.
      case ephemeral(action: String)
      /// A value or nothing, without actions.
      case value
    }

    let syntax: EnumCase
    let content: Content
    /// `indirect`, if the enum or the case is indirect.
    let prefix: String

    init(_ syntax: EnumCase, in declaration: EnumDeclSyntax) {
      self.syntax = syntax
      let isIndirect =
        syntax.isIndirect || declaration.modifiers.contains { $0.name.text == "indirect" }
      prefix = isIndirect ? "indirect case " : "case "
      content = Self.content(of: syntax)
    }

    private static func content(of syntax: EnumCase) -> Content {
      let attributes = syntax.declaration.attributes
      guard syntax.parameters.count == 1, !attributes.has("ReducerCaseIgnored") else {
        return .value
      }
      let parameter = syntax.parameters[0]
      let type = parameter.type.trimmedDescription
      // The enum's check reports it.
      guard let name = featureName(parameter.type) else { return .value }
      if name == "AlertState" || name == "ConfirmationDialogState" {
        return .ephemeral(action: genericArguments(of: parameter.type).first ?? "\(type).Action")
      }
      if attributes.has("ReducerCaseEphemeral") { return .ephemeral(action: "\(type).Action") }
      let made = parameter.defaultValue?.value.trimmedDescription ?? "Kumiki._feature(\(type)())"
      return .feature(type: type, made: made)
    }

    /// The name of a type that may be a feature; nil for a type without a name, and for a common value.
    static func featureName(_ type: TypeSyntax) -> String? {
      lastName(of: type).flatMap { values.contains($0) ? nil : $0 }
    }

    private static let values: Set<String> = [
      "Array", "Bool", "Character", "Data", "Date", "Dictionary", "Double", "Duration", "Float",
      "Int", "Int8", "Int16", "Int32", "Int64", "Set", "String", "Substring",
      "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID",
    ]

    private var label: String { syntax.parameters.first?.label.map { "\($0): " } ?? "" }

    /// The case of the state enum.
    var state: String {
      if case .feature(let type, _) = content {
        return "\(prefix)\(syntax.name)(\(label)\(type).State)"
      }
      return "\(prefix)\(syntax.name)\(syntax.list)"
    }

    /// The case of the action enum; empty for a value.
    var action: String {
      switch content {
      case .feature(let type, _): "\(prefix)\(syntax.name)(\(type).Action)"
      case .ephemeral(let action): "\(prefix)\(syntax.name)(\(action))"
      case .value: "case \(syntax.name)(Swift.Never)"
      }
    }

    /// The feature's scope in the body.
    var scope: [String] {
      guard case .feature(_, let made) = content else { return [] }
      let path = "\\.\(syntax.name)"
      return ["Kumiki.Scope(state: \(path), action: \(path)) { \(made) }"]
    }

    /// The case that contains a store.
    var store: String {
      if case .feature(let type, _) = content {
        return "case \(syntax.name)(\(label)Kumiki.StoreOf<\(type)>)"
      }
      return "case \(syntax.name)\(syntax.list)"
    }

    /// The switch branch that returns the store.
    var branch: String {
      let pattern = syntax.pattern
      guard case .feature = content else {
        return "case \(pattern): return .\(syntax.name)\(syntax.arguments(syntax.bindings))"
      }
      let path = "\\.\(syntax.name)"
      let store = "store._scope(to: v0, state: \(path), action: \(path))"
      return "case \(pattern): return .\(syntax.name)\(syntax.arguments([store]))"
    }
  }
#endif
