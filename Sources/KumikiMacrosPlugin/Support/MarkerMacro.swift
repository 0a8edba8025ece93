#if Macros
  internal import SwiftSyntax
  internal import SwiftSyntaxMacros

  /// A macro that makes nothing: another one reads that it is there.
  enum MarkerMacro: PeerMacro {
    static func expansion(
      of _: AttributeSyntax, providingPeersOf _: some DeclSyntaxProtocol,
      in _: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
  }
#endif
