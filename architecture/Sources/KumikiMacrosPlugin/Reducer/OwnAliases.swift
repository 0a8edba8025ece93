#if Macros
  internal import SwiftSyntax

  /// Finds the aliases that a feature uses only for itself: `ReducerOf<Self>`, and for no other feature.
  final class OwnAliases: SyntaxVisitor {
    private let name: String
    private var own: Set<String> = []
    private var others: Set<String> = []

    private init(_ name: String) {
      self.name = name
      super.init(viewMode: .sourceAccurate)
    }

    static func names(in declaration: StructDeclSyntax) -> Set<String> {
      let visitor = OwnAliases(declaration.name.text)
      visitor.walk(declaration.memberBlock)
      return visitor.own.subtracting(visitor.others)
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
      guard ["ReducerOf", "EffectOf"].contains(node.name.text) else { return .visitChildren }
      let arguments = genericArguments(of: TypeSyntax(node))
      if arguments == ["Self"] || arguments == [name] {
        own.insert(node.name.text)
      } else {
        others.insert(node.name.text)
      }
      return .visitChildren
    }

    /// A nested feature has its own aliases. In any other nested type they would mean the outer feature.
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
      nested(node, node.attributes.has("Reducer") ? Self.names(in: node) : [])
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { nested(node, []) }

    private func nested(
      _ node: some DeclGroupSyntax, _ known: Set<String>
    ) -> SyntaxVisitorContinueKind {
      let text = node.memberBlock.description
      for name in ["ReducerOf", "EffectOf"] where text.contains("\(name)<") && !known.contains(name)
      {
        others.insert(name)
      }
      return .skipChildren
    }
  }
#endif
