#if Macros
  import SwiftSyntaxMacros
  import Testing

  @testable import KumikiMacrosPlugin

  @Suite struct PluginTests {
    @Test func thePluginNamesItsMacros() {
      #expect(KumikiMacrosPlugin().providingMacros.isEmpty)
    }
  }
#endif
