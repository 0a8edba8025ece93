#if Macros
  internal import SwiftCompilerPlugin
  internal import SwiftSyntaxMacros

  /// The program that the compiler runs to expand the macros.
  @main
  struct KumikiMacrosPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      CasePathableMacro.self,
      DependencyClientMacro.self,
      DependencyEndpointMacro.self,
      DependencyEntryMacro.self,
      DependencyEntryValueMacro.self,
      MarkerMacro.self,
      ObservableStateMacro.self,
      ReducerMacro.self,
      ViewActionMacro.self,
    ]
  }
#else
  /// Without the trait there is no swift-syntax, and no macro to expand.
  @main
  enum KumikiMacrosPlugin {
    static func main() {}
  }
#endif
