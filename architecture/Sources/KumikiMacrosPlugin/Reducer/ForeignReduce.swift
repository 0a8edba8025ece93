#if Macros
  internal import SwiftSyntax

  /// Finds a `Reduce` or `CombineReducers` that a feature writes for a state other than its own: inside the
  /// closure of an operator that embeds a child, or with explicit types that are not the feature's.
  final class ForeignReduce: SyntaxVisitor {
    /// The operators whose closure reduces a child's state.
    private static let embedding: Set<String> = [
      "Scope", "ifLet", "ifCaseLet", "forEach", "presentationDestination", "navigationDestination",
    ]

    /// The names of the feature's own state and actions.
    private let own: Set<String>
    private var names: Set<String> = []

    private init(own: Set<String>) {
      self.own = own
      super.init(viewMode: .sourceAccurate)
    }

    /// The names that refer to another state somewhere in a feature.
    ///
    /// - Parameter own: the types that its `body` reduces, as spelled there.
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

    /// Nested types have a `Reduce` of their own.
    override func visit(_: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    /// Whether an expression is in a closure argument of an embedding operator.
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
          // The chain before a call is a child of the call too, but not in its closure.
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
