#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// A macro that expands to nothing. Other macros look for it.
  enum MarkerMacro: PeerMacro {
    static func expansion(
      of _: AttributeSyntax, providingPeersOf _: some DeclSyntaxProtocol,
      in _: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
  }
#endif
