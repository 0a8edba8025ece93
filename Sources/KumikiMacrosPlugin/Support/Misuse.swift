#if Macros
  internal import SwiftDiagnostics
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// A mistake in the code that a macro is attached to.
  struct Misuse: DiagnosticMessage, FixItMessage {
    let message: String
    let id: String
    var severity = DiagnosticSeverity.error

    init(_ id: String, _ message: String, severity: DiagnosticSeverity = .error) {
      self.id = id
      self.message = message
      self.severity = severity
    }

    var diagnosticID: MessageID { MessageID(domain: "Kumiki", id: id) }
    var fixItID: MessageID { MessageID(domain: "Kumiki", id: id) }
  }

  extension MacroExpansionContext {
    /// Reports a mistake at a place in the code.
    func complain(_ misuse: Misuse, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
      diagnose(Diagnostic(node: Syntax(node), message: misuse, fixIts: fixIts))
    }
  }

  extension FixIt {
    /// Replaces a piece of code by another, with the same space around it.
    static func replacing(
      _ old: some SyntaxProtocol, by new: some SyntaxProtocol, _ id: String, _ message: String
    ) -> FixIt {
      FixIt(
        message: Misuse(id, message),
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
