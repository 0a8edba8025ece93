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
        is: #"""
          public enum Action {
            case saved
            case renamed(to: String)
            case moved(x: Int, Int)

            public struct AllCasePaths: Kumiki.CasePathReflectable, Swift.Sendable, Swift.Sequence {
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
              public typealias Root = Action
              public typealias Element = Kumiki.PartialCaseKeyPath<Action>
              public typealias Iterator = Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]>
              public subscript(root: Action) -> Kumiki.PartialCaseKeyPath<Action> {
                if self.saved.extract(from: root) != nil {
                  return \.saved
                }
                if self.renamed.extract(from: root) != nil {
                  return \.renamed
                }
                if self.moved.extract(from: root) != nil {
                  return \.moved
                }
                return \.self
              }
              public func makeIterator() -> Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]> {
                [\.saved, \.renamed, \.moved].makeIterator()
              }
            }

            public static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          extension Action: Kumiki.CasePathable, Kumiki.CasePathIterable {
          }
          """#)
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
        is: #"""
          enum Action {
            @available(*, deprecated) case old

            struct AllCasePaths: Kumiki.CasePathReflectable, Swift.Sendable, Swift.Sequence {
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
              typealias Root = Action
              typealias Element = Kumiki.PartialCaseKeyPath<Action>
              typealias Iterator = Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]>
              @available(*, deprecated, message: "some of the cases are deprecated")
              subscript(root: Action) -> Kumiki.PartialCaseKeyPath<Action> {
                if self.old.extract(from: root) != nil {
                  return \.old
                }
                return \.self
              }
              @available(*, deprecated, message: "some of the cases are deprecated")
              func makeIterator() -> Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]> {
                [\.old].makeIterator()
              }
            }

            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          extension Action: Kumiki.CasePathable, Kumiki.CasePathIterable {
          }
          """#)
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
        is: #"""
          enum Action {
            #if DEBUG
              case debug
            #else
              case release(Never)
            #endif

            struct AllCasePaths: Kumiki.CasePathReflectable, Swift.Sendable, Swift.Sequence {
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
              typealias Root = Action
              typealias Element = Kumiki.PartialCaseKeyPath<Action>
              typealias Iterator = Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]>
              subscript(root: Action) -> Kumiki.PartialCaseKeyPath<Action> {
                #if DEBUG
                if self.debug.extract(from: root) != nil {
                  return \.debug
                }
                #else
                #endif
                return \.self
              }
              func makeIterator() -> Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]> {
                var paths: [Kumiki.PartialCaseKeyPath<Action>] = []
                #if DEBUG
                paths.append(\.debug)
                #else
                paths.append(\.release)
                #endif
                return paths.makeIterator()
              }
            }

            static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }

          extension Action: Kumiki.CasePathable, Kumiki.CasePathIterable {
          }
          """#)
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

          extension Action: Kumiki.CasePathable, Kumiki.CasePathIterable {
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message:
              "'@CasePathable' needs a name of its own for each case; 'moved' occurs twice",
            line: 4, column: 8)
        ])
    }
  }
#endif
