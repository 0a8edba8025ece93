#if Macros
  internal import SwiftSyntax

  /// Finds a `Reduce` or `CombineReducers` that a feature writes for another state than its own: inside the
  /// closure of an operator that embeds a child, or with types spelled out that are not the feature's.
  final class ForeignReduce: SyntaxVisitor {
    /// The operators whose closure reduces a child's state.
    private static let embedding: Set<String> = [
      "Scope", "ifLet", "ifCaseLet", "forEach", "presentationDestination", "navigationDestination",
    ]

    /// What the feature's own state and actions are called.
    private let own: Set<String>
    private var names: Set<String> = []

    private init(own: Set<String>) {
      self.own = own
      super.init(viewMode: .sourceAccurate)
    }

    /// The names that mean another state somewhere in a feature.
    ///
    /// - Parameter own: the types that its `body` reduces, as they are spelled there.
    static func names(in declaration: StructDeclSyntax, own: [String?]) -> Set<String> {
      let known = ["State", "Self.State", "Action", "Self.Action"]
      let visitor = ForeignReduce(own: Set(known + own.compactMap(\.self)))
      visitor.walk(declaration.memberBlock)
      return visitor.names
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let called = node.calledExpression
      let specialized = called.as(GenericSpecializationExprSyntax.self)
      let reference = (specialized?.expression ?? called).as(DeclReferenceExprSyntax.self)
      guard let name = reference?.baseName.text, name == "Reduce" || name == "CombineReducers"
      else { return .visitChildren }
      if let types = specialized?.genericArgumentClause.arguments.prefix(2) {
        let isOwn = types.allSatisfy { own.contains($0.argument.trimmedDescription) }
        if !isOwn { names.insert(name) }
      } else if isEmbedded(node) {
        names.insert(name)
      }
      return .visitChildren
    }

    /// A nested type has a `Reduce` of its own.
    override func visit(_: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    /// Whether an expression stands in a closure that an embedding operator is called with.
    private func isEmbedded(_ expression: FunctionCallExprSyntax) -> Bool {
      var closure: ClosureExprSyntax?
      var next = expression.parent
      while let node = next {
        if let found = node.as(ClosureExprSyntax.self) {
          closure = found
        } else if let call = node.as(FunctionCallExprSyntax.self), closure != nil {
          let called = call.calledExpression
          let name =
            called.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? called.as(DeclReferenceExprSyntax.self)?.baseName.text
          // The chain that a call is made on is its child too, and in no closure of it.
          if let name, Self.embedding.contains(name),
            closure.map({ !called.contains($0) }) == true
          {
            return true
          }
        }
        next = node.parent
      }
      return false
    }
  }

  extension ExprSyntax {
    fileprivate func contains(_ inner: some SyntaxProtocol) -> Bool {
      position <= inner.position && inner.endPosition <= endPosition
    }
  }
#endif
