#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @Suite struct ReducerMisuseTests {
    @Test("Q23: an actor is no feature") func actor() {
      expectExpansion(
        of: "CasePathable",
        """
        @CasePathable
        actor Counter {
        }
        """,
        is: """
          actor Counter {
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: "'@CasePathable' lists the cases of an enum; this is an actor", line: 2,
            column: 1)
        ])
    }

    @Test("Q23: a class is an error at its keyword, mended by a struct") func aClass() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        class Counter {
        }
        """,
        is: """
          class Counter {
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: "'@Reducer' is for structs and enums; this is a class", line: 2, column: 1,
            fixIts: [FixItSpec(message: "Make it a struct")])
        ],
        fixed: """
          @Reducer
          struct Counter {
          }
          """)
    }

    @Test("Q23: a reduce beside a body is an error at its name, mended by another name")
    func reduceAndBody() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        struct Counter {
          struct State {}
          enum Action {}
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
          @ReducerBuilder<State, Action> var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """,
        is: """
          struct Counter {
            struct State {}
            @CasePathable
            enum Action {}
            func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
            @ReducerBuilder<State, Action> var body: some ReducerOf<Self> { EmptyReducer() }

            #if hasFeature(InferIsolatedConformances)
            typealias ReducerOf<Own> = Kumiki.Reducer<State, Action>
            #endif
          }

          extension Counter: Kumiki.Reducer {
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message:
              "a feature has either 'reduce(into:action:)' or a 'body': with both the 'body' never runs",
            line: 5, column: 8,
            fixIts: [FixItSpec(message: "Rename it, and list 'Reduce(step)' in the 'body'")])
        ],
        fixed: """
          @Reducer
          struct Counter {
            struct State {}
            enum Action {}
            func step(into state: inout State, action: Action) -> Effect<Action> { .none }
            @ReducerBuilder<State, Action> var body: some ReducerOf<Self> { EmptyReducer() }
          }
          """)
    }

    @Test("Q23: actions that are no enum are a warning at their keyword") func actionKind() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        struct Counter {
          struct State {}
          struct Action {}
          let body = EmptyReducer<State, Action>()
        }
        """,
        is: """
          struct Counter {
            struct State {}
            struct Action {}
            let body = EmptyReducer<State, Action>()
          }

          extension Counter: Kumiki.Reducer {
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message:
              "'Action' is a struct: nothing can be embedded by a case of it; make it an enum",
            line: 4, column: 3, severity: .warning)
        ])
    }

    @Test("Q23: a case that holds no feature has to say so, and the fix says it") func noFeature() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        enum Destination {
          case ids([Int])
        }
        """,
        is: #"""
          enum Destination {
            case ids([Int])

            @dynamicMemberLookup
            enum State: Kumiki.CaseReducerState, Kumiki.CasePathable, Kumiki.CasePathIterable, Kumiki.ObservableState {
              typealias StateReducer = Destination
              static var _stateReducer: StateReducer.Type {
                StateReducer.self
              }
              case ids([Int])
              struct AllCasePaths: Kumiki.CasePathReflectable, Swift.Sendable, Swift.Sequence {
                var ids: Kumiki.CasePath<State, [Int]> {
                  .init(
                    "ids", embed: State.ids,
                    extract: {
                      if case .ids(let v0) = $0 {
                        v0
                      } else {
                        nil
                      }
                    })
                }
                typealias Root = State
                typealias Element = Kumiki.PartialCaseKeyPath<State>
                typealias Iterator = Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<State>]>
                subscript(root: State) -> Kumiki.PartialCaseKeyPath<State> {
                  if self.ids.extract(from: root) != nil {
                    return \.ids
                  }
                  return \.self
                }
                func makeIterator() -> Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<State>]> {
                  [\.ids].makeIterator()
                }
              }
              static var allCasePaths: AllCasePaths {
                AllCasePaths()
              }
            }

            enum Action: Kumiki.CasePathable, Kumiki.CasePathIterable {
              case ids(Swift.Never)
              struct AllCasePaths: Kumiki.CasePathReflectable, Swift.Sendable, Swift.Sequence {
                var ids: Kumiki.CasePath<Action, Swift.Never> {
                  .init("ids", embed: Kumiki._impossible, extract: { _ in
                      nil
                    })
                }
                typealias Root = Action
                typealias Element = Kumiki.PartialCaseKeyPath<Action>
                typealias Iterator = Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]>
                subscript(root: Action) -> Kumiki.PartialCaseKeyPath<Action> {
                  return \.self
                }
                func makeIterator() -> Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]> {
                  [\.ids].makeIterator()
                }
              }
              static var allCasePaths: AllCasePaths {
                AllCasePaths()
              }
            }

            typealias Body = Kumiki.AnyReducer<Self.State, Self.Action>

            static var body: Kumiki.AnyReducer<Self.State, Self.Action> {
              Kumiki.AnyReducer(Kumiki.EmptyReducer<Self.State, Self.Action>())
            }

            enum CaseScope {
              case ids([Int])
            }

            @preconcurrency @MainActor
            static func scope(_ store: Kumiki.Store<Self.State, Self.Action>) -> CaseScope {
              switch store.state {
              case .ids(let v0):
                return .ids(v0)
              }
            }

            init?() {
              return nil
            }
          }

          extension Destination: Kumiki.CaseReducer, Kumiki.Reducer {
          }
          """#,
        diagnostics: [
          DiagnosticSpec(
            message: "'ids' holds no feature, alert or dialog: "
              + "mark a case of another value as '@ReducerCaseIgnored'",
            line: 3, column: 12, fixIts: [FixItSpec(message: "Insert '@ReducerCaseIgnored'")])
        ],
        fixed: """
          @Reducer
          enum Destination {
            @ReducerCaseIgnored case ids([Int])
          }
          """)
    }

    @Test("Q23: so has a case that holds a common value") func commonValue() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        enum Destination {
          case count(Swift.Int)
        }
        """,
        is: #"""
          enum Destination {
            case count(Swift.Int)

            @dynamicMemberLookup
            enum State: Kumiki.CaseReducerState, Kumiki.CasePathable, Kumiki.CasePathIterable, Kumiki.ObservableState {
              typealias StateReducer = Destination
              static var _stateReducer: StateReducer.Type {
                StateReducer.self
              }
              case count(Swift.Int)
              struct AllCasePaths: Kumiki.CasePathReflectable, Swift.Sendable, Swift.Sequence {
                var count: Kumiki.CasePath<State, Swift.Int> {
                  .init(
                    "count", embed: State.count,
                    extract: {
                      if case .count(let v0) = $0 {
                        v0
                      } else {
                        nil
                      }
                    })
                }
                typealias Root = State
                typealias Element = Kumiki.PartialCaseKeyPath<State>
                typealias Iterator = Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<State>]>
                subscript(root: State) -> Kumiki.PartialCaseKeyPath<State> {
                  if self.count.extract(from: root) != nil {
                    return \.count
                  }
                  return \.self
                }
                func makeIterator() -> Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<State>]> {
                  [\.count].makeIterator()
                }
              }
              static var allCasePaths: AllCasePaths {
                AllCasePaths()
              }
            }

            enum Action: Kumiki.CasePathable, Kumiki.CasePathIterable {
              case count(Swift.Never)
              struct AllCasePaths: Kumiki.CasePathReflectable, Swift.Sendable, Swift.Sequence {
                var count: Kumiki.CasePath<Action, Swift.Never> {
                  .init("count", embed: Kumiki._impossible, extract: { _ in
                      nil
                    })
                }
                typealias Root = Action
                typealias Element = Kumiki.PartialCaseKeyPath<Action>
                typealias Iterator = Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]>
                subscript(root: Action) -> Kumiki.PartialCaseKeyPath<Action> {
                  return \.self
                }
                func makeIterator() -> Swift.IndexingIterator<[Kumiki.PartialCaseKeyPath<Action>]> {
                  [\.count].makeIterator()
                }
              }
              static var allCasePaths: AllCasePaths {
                AllCasePaths()
              }
            }

            typealias Body = Kumiki.AnyReducer<Self.State, Self.Action>

            static var body: Kumiki.AnyReducer<Self.State, Self.Action> {
              Kumiki.AnyReducer(Kumiki.EmptyReducer<Self.State, Self.Action>())
            }

            enum CaseScope {
              case count(Swift.Int)
            }

            @preconcurrency @MainActor
            static func scope(_ store: Kumiki.Store<Self.State, Self.Action>) -> CaseScope {
              switch store.state {
              case .count(let v0):
                return .count(v0)
              }
            }

            init?() {
              return nil
            }
          }

          extension Destination: Kumiki.CaseReducer, Kumiki.Reducer {
          }
          """#,
        diagnostics: [
          DiagnosticSpec(
            message: "'count' holds no feature, alert or dialog: "
              + "mark a case of another value as '@ReducerCaseIgnored'",
            line: 3, column: 14, fixIts: [FixItSpec(message: "Insert '@ReducerCaseIgnored'")])
        ],
        fixed: """
          @Reducer
          enum Destination {
            @ReducerCaseIgnored case count(Swift.Int)
          }
          """)
    }
  }
#endif
