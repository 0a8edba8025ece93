#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// `@ViewAction(for:)`: a view sends only its own actions.
  ///
  /// The method is generated instead of inherited from a protocol, so that it has the view's isolation.
  enum ViewActionMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo _: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let feature = feature(of: node) else { return [] }
      guard hasStore(declaration) else {
        context.complain(
          "view-action-store",
          "'@ViewAction' sends through a property 'store', which is not here; "
            + "add 'let store: StoreOf<\(feature)>'", at: declaration.introducer)
        return []
      }
      DirectSends(context).walk(declaration)
      let access = declaration.memberAccess(in: context)
      return [
        """
        @discardableResult
        \(raw: access)func send(_ action: \(raw: feature).Action.ViewAction) -> Kumiki.StoreTask {
          store.send(.view(action))
        }
        """
      ]
    }

    /// `Feature` in `@ViewAction(for: Feature.self)`.
    private static func feature(of node: AttributeSyntax) -> String? {
      guard
        let argument = node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression,
        let member = argument.as(MemberAccessExprSyntax.self), let base = member.base,
        member.declName.baseName.text == "self"
      else { return nil }
      return base.trimmedDescription
    }

    private static func hasStore(_ declaration: some DeclGroupSyntax) -> Bool {
      declaration.memberBlock.members.contains {
        $0.decl.as(VariableDeclSyntax.self)?.bindings.contains {
          $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "store"
        } ?? false
      }
    }
  }

  /// Finds calls of a view's store that should be calls of its own `send`.
  private final class DirectSends: SyntaxVisitor {
    let context: any MacroExpansionContext

    init(_ context: any MacroExpansionContext) {
      self.context = context
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      guard let function = call.calledExpression.as(MemberAccessExprSyntax.self),
        function.declName.baseName.text == "send", let base = function.base,
        ["store", "self.store"].contains(base.trimmedDescription)
      else { return .visitChildren }
      context.complain(
        "view-action-direct",
        "a view with '@ViewAction' sends its actions by 'send', and leaves the others to the feature",
        .warning, at: call, fixIt: replacement(call))
      return .visitChildren
    }

    /// `send(x)` for `store.send(.view(x))`.
    private func replacement(_ call: FunctionCallExprSyntax) -> FixIt? {
      guard let view = call.arguments.first?.expression.as(FunctionCallExprSyntax.self),
        let name = view.calledExpression.as(MemberAccessExprSyntax.self),
        name.declName.baseName.text == "view", let action = view.arguments.first?.expression
      else { return nil }
      let new = ExprSyntax("send(\(action.trimmed))")
      return .replacing(
        call, by: new, "send-directly", "Send '\(action.trimmedDescription)' by 'send'")
    }
  }
#endif
