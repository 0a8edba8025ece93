#if Macros
  internal import SwiftSyntax

  /// The function type of an endpoint, as its property spells it.
  struct EndpointType {
    /// Includes `@Sendable` and other attributes.
    let spelling: String
    let function: FunctionTypeSyntax
    let attributes: [AttributeSyntax]

    /// Nil if the type is not a function.
    init?(_ type: TypeSyntax) {
      spelling = type.trimmedDescription
      var inner = type
      var attributes: [AttributeSyntax] = []
      while true {
        if let attributed = inner.as(AttributedTypeSyntax.self) {
          attributes += attributed.attributes.compactMap { $0.as(AttributeSyntax.self) }
          inner = attributed.baseType
        } else if let tuple = inner.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
          inner = tuple.elements.first!.type
        } else {
          break
        }
      }
      guard let function = inner.as(FunctionTypeSyntax.self) else { return nil }
      self.function = function
      self.attributes = attributes
    }

    /// Whether it may throw any error, so that it can report that it is unimplemented.
    var mayThrow: Bool {
      guard let clause = function.effectSpecifiers?.throwsClause else { return false }
      return clause.type == nil || clause.type?.trimmedDescription == "any Error"
    }

    var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

    var returnsNothing: Bool {
      ["Void", "()", "Swift.Void"].contains(result)
    }

    /// Whether it returns an optional, whose default is nil.
    var returnsOptional: Bool {
      let type = function.returnClause.type
      return type.is(OptionalTypeSyntax.self) || lastName(of: type) == "Optional"
    }

    var result: String { function.returnClause.type.trimmedDescription }

    /// The keywords before a call.
    var callPrefix: String {
      let throwing = function.effectSpecifiers?.throwsClause == nil ? "" : "try "
      return throwing + (isAsync ? "await " : "")
    }

    /// `async throws `, as in a function's declaration.
    var effects: String {
      function.effectSpecifiers.map { "\($0.trimmedDescription) " } ?? ""
    }

    /// Names for the parameters of a closure or a method.
    var names: [String] { function.parameters.indices.enumerated().map { "p\($0.offset)" } }

    /// The names as arguments, with `&` for inout parameters.
    var arguments: String {
      zip(function.parameters, names).map { parameter, name in
        isInout(parameter.type) ? "&\(name)" : name
      }.joined(separator: ", ")
    }

    /// Whether parameters have labels, so that a method with labels is useful.
    var hasLabels: Bool { function.parameters.contains { label(of: $0) != nil } }

    /// The parameters of the method.
    var methodParameters: String {
      zip(function.parameters, names).map { parameter, name in
        let escaping = EndpointType(parameter.type) != nil && !isEscaping(parameter.type)
        let type = parameter.type.trimmedDescription
        return "\(label(of: parameter) ?? "_") \(name): \(escaping ? "@escaping " : "")\(type)"
      }.joined(separator: ", ")
    }

    /// The attributes that isolate the function, for the method that calls it.
    var isolation: String {
      attributes.filter {
        !["Sendable", "escaping", "convention"].contains(lastName(of: $0.attributeName))
      }
      .map { "\($0.trimmedDescription) " }.joined()
    }

    private func label(of parameter: TupleTypeElementSyntax) -> String? {
      for name in [parameter.secondName, parameter.firstName] {
        if let text = name?.text, text != "_" { return text }
      }
      return nil
    }

    private func isInout(_ type: TypeSyntax) -> Bool {
      type.as(AttributedTypeSyntax.self)?.specifiers.contains { $0.trimmedDescription == "inout" }
        ?? false
    }

    private func isEscaping(_ type: TypeSyntax) -> Bool {
      type.as(AttributedTypeSyntax.self)?.attributes.has("escaping") ?? false
    }
  }

  extension VariableDeclSyntax {
    /// The type of an endpoint; nil if the property is computed, static, constant or not a function.
    var endpointType: EndpointType? {
      guard bindingSpecifier.text == "var", singleName != nil, let binding = bindings.first,
        binding.accessorBlock == nil, !isStatic, let type = binding.typeAnnotation?.type
      else { return nil }
      return EndpointType(type)
    }

    var isStatic: Bool {
      modifiers.contains { ["static", "class"].contains($0.name.text) }
    }
  }
#endif
