#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  extension DeclGroupSyntax {
    /// Reports mistakes in a feature that the compiler does not report, or reports in misleading words.
    func checkFeature(_ context: some MacroExpansionContext) {
      if let reduce = reduceMethod, bodyProperty != nil {
        context.complain(
          "reduce-and-body",
          "a feature has either 'reduce(into:action:)' or a 'body': with both the 'body' never runs",
          at: reduce.name,
          fixIt: .replacing(
            reduce.name, by: TokenSyntax.identifier("step"), "rename-reduce",
            "Rename it, and list 'Reduce(step)' in the 'body'"))
      }
      if let action = memberType("Action") as? any DeclGroupSyntax, !action.is(EnumDeclSyntax.self)
      {
        context.complain(
          "action-kind",
          "'Action' is \(action.kindPhrase): nothing can be embedded by a case of it; make it an enum",
          .warning, at: action.introducer)
      }
    }

    /// `reduce(into:action:)`, if it is declared here.
    var reduceMethod: FunctionDeclSyntax? {
      memberBlock.members.lazy.compactMap { $0.decl.as(FunctionDeclSyntax.self) }.first {
        let parameters = $0.signature.parameterClause.parameters
        return $0.name.text == "reduce" && parameters.map(\.firstName.text) == ["into", "action"]
      }
    }
  }

  extension VariableDeclSyntax {
    /// Whether this is a computed `body` whose type is left to the builder: `some Reducer…`.
    var isBuilt: Bool {
      singleName == "body" && bindings.first?.accessorBlock != nil
        && bindings.first?.typeAnnotation?.type.is(SomeOrAnyTypeSyntax.self) == true
    }

    /// The types that a `body` declares it reduces; otherwise the feature's own.
    var reducedTypes: (state: String, action: String, isOwn: Bool) {
      let own = (state: "Self.State", action: "Self.Action", isOwn: true)
      guard let type = bindings.first?.typeAnnotation?.type else { return valueTypes ?? own }
      let constraint = type.as(SomeOrAnyTypeSyntax.self)?.constraint ?? type
      let arguments = genericArguments(of: constraint)
      switch (lastName(of: constraint), arguments.count) {
      case ("ReducerOf", 1) where arguments[0] != "Self":
        return ("\(arguments[0]).State", "\(arguments[0]).Action", false)
      case ("Reducer", 2):
        let isOwn =
          arguments.map { $0.hasSuffix("State") || $0.hasSuffix("Action") }
          .allSatisfy { $0 } && !arguments.contains { $0.contains(".") && !$0.hasPrefix("Self.") }
        return (arguments[0], arguments[1], isOwn)
      default:
        return own
      }
    }

    /// The types in the value of a `body` without a type annotation: `EmptyReducer<Int, Bool>()`.
    private var valueTypes: (state: String, action: String, isOwn: Bool)? {
      let call = bindings.first?.initializer?.value.as(FunctionCallExprSyntax.self)
      let name = call?.calledExpression.as(GenericSpecializationExprSyntax.self)
      let types = name?.genericArgumentClause.arguments.map { $0.argument.trimmedDescription } ?? []
      guard types.count == 2 else { return nil }
      let isOwn = zip(types, ["State", "Action"]).allSatisfy { $0 == $1 || $0 == "Self.\($1)" }
      return (types[0], types[1], isOwn)
    }
  }
#endif
