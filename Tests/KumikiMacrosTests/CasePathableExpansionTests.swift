#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @Suite struct CasePathableExpansionTests {
    @Test("Q1: a path is written for each case") func paths() {
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
          public enum Action {
            case saved
            case renamed(to: String)
            case moved(x: Int, Int)

            public struct AllCasePaths: Swift.Sendable {
              public var saved: Kumiki.CasePath<Action, Void> {
                .init(
                  "saved", embed: {
                    Action.saved
                  },
                  extract: {
                    if case .saved = $0 {
                      ()
                    } else {
                      nil
                    }
                  })
              }
              public var renamed: Kumiki.CasePath<Action, String> {
                .init(
                  "renamed", embed: Action.renamed(to:),
                  extract: {
                    if case .renamed(let v0) = $0 {
                      v0
                    } else {
                      nil
                    }
                  })
              }
              public var moved: Kumiki.CasePath<Action, (x: Int, Int)> {
                .init(
                  "moved", embed: {
                    Action.moved(x: $0.0, $0.1)
                  },
                  extract: {
                    if case .moved(let v0, let v1) = $0 {
                      (v0, v1)
                    } else {
                      nil
                    }
                  })
              }
            }

            public static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          extension Action: Kumiki.CasePathable {
          }
          """)
    }

    @Test("Q27: a path has the availability of its case") func availability() {
      expectExpansion(
        of: "CasePathable",
        """
        @CasePathable
        enum Action {
          @available(*, deprecated) case old
        }
        """,
        is: """
          enum Action {
            @available(*, deprecated) case old

            struct AllCasePaths: Swift.Sendable {
              @available(*, deprecated)
              var old: Kumiki.CasePath<Action, Void> {
                .init(
                  "old", embed: {
                    Action.old
                  },
                  extract: {
                    if case .old = $0 {
                      ()
                    } else {
                      nil
                    }
                  })
              }
            }

            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          extension Action: Kumiki.CasePathable {
          }
          """)
    }

    @Test("Q1: a case in an #if is listed in the same #if") func conditional() {
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
          enum Action {
            #if DEBUG
              case debug
            #else
              case release(Never)
            #endif

            struct AllCasePaths: Swift.Sendable {
              #if DEBUG
              var debug: Kumiki.CasePath<Action, Void> {
                .init(
                  "debug", embed: {
                    Action.debug
                  },
                  extract: {
                    if case .debug = $0 {
                      ()
                    } else {
                      nil
                    }
                  })
              }
              #else
              var release: Kumiki.CasePath<Action, Never> {
                .init("release", embed: Kumiki._impossible, extract: { _ in
                    nil
                  })
              }
              #endif
            }

            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          extension Action: Kumiki.CasePathable {
          }
          """)
    }

    @Test("Q23: a struct that is marked as CasePathable is an error at its keyword")
    func notAnEnum() {
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
            message: "'@CasePathable' lists the cases of an enum; this is a struct", line: 2,
            column: 1)
        ])
    }

    @Test("Q23: two cases of one name are an error at the second") func overloaded() {
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
            message:
              "'@CasePathable' needs a name of its own for each case; 'moved' is there twice",
            line: 4, column: 8)
        ])
    }
  }
#endif
