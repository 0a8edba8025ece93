#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// `@DependencyEndpoint`: a function of a client that reports its use until it is set, and a method with
  /// the labels that a function type cannot have.
  enum DependencyEndpointMacro {}

  extension DependencyEndpointMacro: AccessorMacro {
    static func expansion(
      of _: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in _: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      guard let endpoint = Endpoint(declaration), !endpoint.lacksDefault else { return [] }
      let backing = endpoint.backing
      return [
        """
        @storageRestrictions(initializes: \(raw: backing))
        init(initialValue) { \(raw: backing) = initialValue }
        """,
        "get { \(raw: backing) }",
        "set { \(raw: backing) = newValue }",
      ]
    }
  }

  extension DependencyEndpointMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let endpoint = Endpoint(declaration) else {
        context.complain(
          "endpoint-kind",
          "'@DependencyEndpoint' is for a variable that holds a function: "
            + "'var load: (_ id: Int) async throws -> Item'", at: declaration)
        return []
      }
      if endpoint.lacksDefault {
        context.complain(
          "endpoint-default",
          "'\(endpoint.bareName)' cannot throw, so it needs a value to return if it is not set: "
            + "give it a default", at: endpoint.binding, fixIt: endpoint.giveDefault)
        return []
      }
      let name = endpoint.method(node) ?? endpoint.name
      var peers = [endpoint.storage(of: context.clientName)]
      if endpoint.type.hasLabels || name != endpoint.name {
        peers.append(endpoint.method(named: name))
      }
      return peers
    }
  }

  /// A property that holds a function of a client.
  struct Endpoint {
    let variable: VariableDeclSyntax
    let binding: PatternBindingSyntax
    let type: EndpointType
    let name: String

    init?(_ declaration: some DeclSyntaxProtocol) {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        let type = variable.endpointType, let binding = variable.bindings.first,
        let name = variable.singleName
      else { return nil }
      self.variable = variable
      self.binding = binding
      self.type = type
      self.name = name
    }

    /// The name without backticks, for use after an underscore and in strings.
    var bareName: String { name.filter { $0 != "`" } }

    var backing: String { "_\(bareName)" }

    /// Whether the function must return a value but has no default.
    var lacksDefault: Bool {
      binding.initializer == nil && !type.mayThrow && !type.returnsNothing && !type.returnsOptional
    }

    var giveDefault: FixIt {
      let ignored = type.function.parameters.map { _ in "_" }.joined(separator: ", ")
      let head = ignored.isEmpty ? "" : "\(ignored) in "
      let value = ExprSyntax("{ \(raw: head)<#\(raw: type.result)#> }")
      let new = binding.trimmed.with(
        \.initializer,
        InitializerClauseSyntax(
          equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space), value: value))
      return .replacing(binding, by: new, "endpoint-give-default", "Give it a default")
    }

    /// The name that `@DependencyEndpoint(method:)` gives the method.
    func method(_ node: AttributeSyntax) -> String? {
      let argument = node.arguments?.as(LabeledExprListSyntax.self)?.first {
        $0.label?.text == "method"
      }
      let text = argument?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      return text?.isEmpty == true ? nil : text
    }

    /// The storage of the function. Until it is set, it reports its use, and returns the default or
    /// throws.
    func storage(of client: String?) -> DeclSyntax {
      let path = (client.map { "\($0)." } ?? "") + bareName
      var lines = ["Kumiki.DependencyValues.reportUnimplemented(\"\(path)\")"]
      if let value = binding.initializer?.value {
        lines.append("let standIn: \(type.spelling) = \(value.trimmedDescription)")
        lines.append("return \(type.callPrefix)standIn(\(type.arguments))")
      } else if type.mayThrow {
        lines.append("throw Kumiki.Unimplemented(\"\(path)\")")
      } else if type.returnsOptional {
        lines.append("return nil")
      }
      let names = type.names.isEmpty ? "" : "\(type.names.joined(separator: ", ")) in"
      return """
        private var \(raw: backing): \(raw: type.spelling) = { \(raw: names)
          \(raw: lines.lines)
        }
        """
    }

    /// The method with the labels.
    func method(named method: String) -> DeclSyntax {
      let level = variable.modifiers.accessLevel.map { "\($0) " } ?? ""
      let call = "\(type.callPrefix)self.\(name)(\(type.arguments))"
      return """
        \(raw: type.isolation)\(raw: level)func \(raw: method)(\(raw: type.methodParameters)) \
        \(raw: type.effects)-> \(raw: type.result) {
          \(raw: call)
        }
        """
    }
  }

  extension MacroExpansionContext {
    /// The client that contains the endpoint.
    fileprivate var clientName: String? {
      lexicalContext.lazy.compactMap { scope in
        scope.as(StructDeclSyntax.self)?.name.text
          ?? scope.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
      }.first
    }
  }
#endif
