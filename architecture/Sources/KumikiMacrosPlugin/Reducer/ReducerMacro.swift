#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// `@Reducer`: makes a struct a feature, and an enum a feature with several alternatives.
  enum ReducerMacro {}

  extension ReducerMacro: ExtensionMacro {
    static func expansion(
      of _: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in _: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      let isEnum = declaration.is(EnumDeclSyntax.self)
      guard isEnum || declaration.is(StructDeclSyntax.self) else { return [] }
      // Both are listed for an enum, because the compiler does not find an inherited protocol.
      let names = (isEnum ? ["CaseReducer", "Reducer"] : ["Reducer"])
        .filter { !declaration.inherits($0) }.map { "Kumiki.\($0)" }
      guard !names.isEmpty, !protocols.isEmpty else { return [] }
      let availability = declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
        .filter { lastName(of: $0.attributeName) == "available" }
        .map { "\($0.trimmedDescription) " }.joined()
      return [
        try ExtensionDeclSyntax(
          "\(raw: availability)extension \(type.trimmed): \(raw: names.joined(separator: ", ")) {}")
      ]
    }
  }

  extension ReducerMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo _: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      let access = declaration.memberAccess(in: context)
      if let declaration = declaration.as(EnumDeclSyntax.self) {
        return CaseReducerMembers(
          declaration: declaration, node: node, access: access, context: context
        ).all
      }
      guard let declaration = declaration.as(StructDeclSyntax.self) else {
        context.complain(
          "reducer-kind", "'@Reducer' is for structs and enums", ofKindOf: declaration,
          fixIt: !declaration.is(ClassDeclSyntax.self)
            ? nil
            : .replacing(
              declaration.introducer, by: TokenSyntax.keyword(.struct), "reducer-struct",
              "Make it a struct"))
        return []
      }
      declaration.checkFeature(context)
      return missingMembers(of: declaration, access, in: context) + openReducers(in: declaration)
        + ownAliases(in: declaration, access)
    }

    /// A `Reduce` for any state, if a feature writes one for a state other than its own. Otherwise a
    /// feature's `Reduce` is for its own state (`Reducer.Reduce`), so that chains of operators compile in
    /// linear time.
    private static func openReducers(in declaration: StructDeclSyntax) -> [DeclSyntax] {
      let types = declaration.bodyProperty?.reducedTypes
      let names = ForeignReduce.names(in: declaration, own: [types?.state, types?.action])
      var members: [DeclSyntax] = []
      if names.contains("Reduce") {
        members.append("private typealias Reduce = Kumiki.Reduce")
      }
      if names.contains("CombineReducers") {
        members.append("private typealias CombineReducers = Kumiki.CombineReducers")
      }
      return members
    }

    /// `ReducerOf<Self>` and `EffectOf<Self>` as the feature's own names, where they are written.
    ///
    /// In a module whose declarations are isolated to the main actor by default, the types of the requirements
    /// decide whether the conformance is isolated too. The engine's aliases need that conformance, so the
    /// compiler would have a circular reference. In other modules the aliases stay.
    private static func ownAliases(
      in declaration: StructDeclSyntax, _ access: String
    ) -> [DeclSyntax] {
      let names = OwnAliases.names(in: declaration)
      let aliases = [
        "ReducerOf": "Kumiki.Reducer<State, Action>", "EffectOf": "Kumiki.Effect<Action>",
      ]
      let lines = aliases.keys.filter(names.contains).sorted().map {
        "\(access)typealias \($0)<Own> = \(aliases[$0]!)"
      }
      if lines.isEmpty { return [] }
      return [
        """
        #if hasFeature(InferIsolatedConformances)
        \(raw: lines.lines)
        #endif
        """
      ]
    }

    /// The members that a feature lacks: an empty state, actions without cases, a body that does nothing.
    private static func missingMembers(
      of declaration: StructDeclSyntax, _ access: String, in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      let reduces = declaration.reduceMethod != nil
      let body = declaration.bodyProperty
      let types = body?.reducedTypes
      // Inside another type, a `State` and an `Action` in the body's type mean the types in scope.
      let isNested =
        context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self) != nil
        && types.map { $0.state == "State" && $0.action == "Action" } ?? false
      // A body with explicit types needs no type aliases.
      let isSpelled = reduces || isNested || types.map { !$0.isOwn } ?? false
      var members: [DeclSyntax] = []
      // The compiler does not infer them from a value.
      if let types, isSpelled, !reduces, !isNested, body?.bindings.first?.typeAnnotation == nil {
        for (name, type) in [("State", types.state), ("Action", types.action)]
        where declaration.memberType(name) == nil {
          members.append("\(raw: access)typealias \(raw: name) = \(raw: type)")
        }
      }
      if declaration.memberType("State") == nil, !isSpelled {
        members.append(
          """
          \(raw: access)struct State: Kumiki.ObservableState, Codable, Equatable, Hashable, Sendable {
            \(raw: access)init() {}
          }
          """)
      }
      if declaration.memberType("Action") == nil, !isSpelled {
        members.append("\(raw: access)enum Action: Equatable, Hashable, Sendable {}")
      }
      if body == nil, !reduces {
        members.append("\(raw: access)let body = Kumiki.EmptyReducer<State, Action>()")
      }
      return members
    }
  }

  extension ReducerMacro: MemberAttributeMacro {
    static func expansion(
      of _: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingAttributesFor member: some DeclSyntaxProtocol, in _: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
      if let nested = member.as(EnumDeclSyntax.self) { return attributes(for: nested) }
      guard let body = member.as(VariableDeclSyntax.self), body.isBuilt,
        !body.attributes.has("ReducerBuilder")
      else { return [] }
      let types = body.reducedTypes
      return ["@Kumiki.ReducerBuilder<\(raw: types.state), \(raw: types.action)>"]
    }

    private static func attributes(for nested: EnumDeclSyntax) -> [AttributeSyntax] {
      let name = nested.name.text
      guard name == "State" || name == "Action" else { return [] }
      var attributes: [AttributeSyntax] = []
      if !nested.attributes.has("CasePathable"), !nested.inherits("CasePathable") {
        attributes.append("@CasePathable")
      }
      if name == "State", !nested.attributes.has("dynamicMemberLookup") {
        attributes.append("@dynamicMemberLookup")
      }
      return attributes
    }
  }
#endif
