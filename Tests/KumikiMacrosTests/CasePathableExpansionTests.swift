#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @Suite struct CasePathableExpansionTests {
    @Test("Q1 A path is written for each case") func paths() {
      expectExpansion(
        of: "CasePathable",
        """
        @CasePathable
        public enum Action {
          case saved
          case renamed(to: String)
          case moved(x: Int, Int)
        }
        """,
        is: """
        """)
    }

    @Test("Q1 A case in an #if is listed in the same #if") func conditional() {
      expectExpansion(
        of: "CasePathable",
        """
        @CasePathable
        enum Action {
          #if DEBUG
            case debug
          #else
            case release(Never)
          #endif
        }
        """,
        is: """
        """)
    }

    @Test("Q23 A struct that is marked as CasePathable is an error at its keyword") func notAnEnum() {
      expectExpansion(
        of: "CasePathable",
        """
        @CasePathable
        struct Action {
        }
        """,
        is: """
          struct Action {
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: "'@CasePathable' lists the cases of an enum; this is a struct", line: 2, column: 1)
        ])
    }

    @Test("Q23 Two cases of one name are an error at the second") func overloaded() {
      expectExpansion(
        of: "CasePathable",
        """
        @CasePathable
        enum Action {
          case moved(x: Int)
          case moved(y: Int)
        }
        """,
        is: """
          enum Action {
            case moved(x: Int)
            case moved(y: Int)
          }

          extension Action: Kumiki.CasePathable {
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: "'@CasePathable' needs a name of its own for each case; 'moved' is there twice",
            line: 4, column: 8)
        ])
    }
  }
#endif
