#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// A mistake in the code that a macro is attached to.
  struct Misuse: DiagnosticMessage, FixItMessage {
    let message: String
    let id: String
    var severity = DiagnosticSeverity.error

    var diagnosticID: MessageID { MessageID(domain: "Kumiki", id: id) }
    var fixItID: MessageID { diagnosticID }
  }

  extension MacroExpansionContext {
    /// Reports a mistake at a place in the code.
    func complain(
      _ id: String, _ message: String, _ severity: DiagnosticSeverity = .error,
      at node: some SyntaxProtocol, fixIt: FixIt? = nil
    ) {
      diagnose(
        Diagnostic(
          node: Syntax(node), message: Misuse(message: message, id: id, severity: severity),
          fixIts: fixIt.map { [$0] } ?? []))
    }

    /// Reports a macro attached to a declaration of the wrong kind.
    func complain(
      _ id: String, _ needed: String, ofKindOf declaration: some DeclGroupSyntax,
      fixIt: FixIt? = nil
    ) {
      complain(
        id, "\(needed); this is \(declaration.kindPhrase)", at: declaration.introducer, fixIt: fixIt
      )
    }
  }

  extension FixIt {
    /// Replaces a piece of code by another, with the same space around it.
    static func replacing(
      _ old: some SyntaxProtocol, by new: some SyntaxProtocol, _ id: String, _ message: String
    ) -> FixIt {
      FixIt(
        message: Misuse(message: message, id: id),
        changes: [
          .replace(
            oldNode: Syntax(old),
            newNode: Syntax(
              new.with(\.leadingTrivia, old.leadingTrivia)
                .with(\.trailingTrivia, old.trailingTrivia)))
        ])
    }
  }
#endif
