#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @Suite struct ReducerExpansionTests {
    @Test("Q10: a feature conforms, its actions get paths, its body is built") func feature() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        struct Counter {
          struct State {}
          enum Action {}
          var body: some ReducerOf<Self> { EmptyReducer() }
        }
        """,
        is: """
          struct Counter {
            struct State {}
            @CasePathable
            enum Action {}
            @Kumiki.ReducerBuilder<Self.State, Self.Action>
            var body: some ReducerOf<Self> { EmptyReducer() }
          }

          extension Counter: Kumiki.Reducer {
          }
          """)
    }

    @Test("Q10: an empty feature is completed") func empty() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        public struct Silent {
        }
        """,
        is: """
          public struct Silent {

            @ObservableState
            public struct State: Codable, Equatable, Hashable, Sendable {
              public init() {
              }
            }

            public enum Action: Equatable, Hashable, Sendable {
            }

            public let body = Kumiki.EmptyReducer<State, Action>()
          }

          extension Silent: Kumiki.Reducer {
          }
          """)
    }

    @Test("X75: a body that is a value says what the feature is made of") func value() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        public struct Tally {
          public let body = Reduce<Int, Bool> { _, _ in .none }
        }
        """,
        is: """
          public struct Tally {
            public let body = Reduce<Int, Bool> { _, _ in .none }

            public typealias State = Int

            public typealias Action = Bool
          }

          extension Tally: Kumiki.Reducer {
          }
          """)
    }

    @Test("Q10: what is there already is not added") func complete() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        struct Counter: Reducer {
          @CasePathable @dynamicMemberLookup enum State {}
          enum Action: CasePathable {}
          @ReducerBuilder<State, Action> var body: some Reducer<State, Action> { EmptyReducer() }
        }
        """,
        is: """
          struct Counter: Reducer {
            @CasePathable @dynamicMemberLookup enum State {}
            enum Action: CasePathable {}
            @ReducerBuilder<State, Action> var body: some Reducer<State, Action> { EmptyReducer() }
          }
          """)
    }

    @Test("Q10: a Reduce of another state, written in place, is of any state") func childInPlace() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        struct Parent {
          struct State {}
          enum Action: CasePathable {}
          @ReducerBuilder<State, Action> var body: some ReducerOf<Self> {
            Reduce { _, _ in .none }
              .onChange(of: \\.count) { _, _ in Reduce { _, _ in .none } }
              .ifLet(\\.child, action: \\.child) { Reduce { _, _ in .none } }
          }
        }
        """,
        is: """
          struct Parent {
            struct State {}
            enum Action: CasePathable {}
            @ReducerBuilder<State, Action> var body: some ReducerOf<Self> {
              Reduce { _, _ in .none }
                .onChange(of: \\.count) { _, _ in Reduce { _, _ in .none } }
                .ifLet(\\.child, action: \\.child) { Reduce { _, _ in .none } }
            }

            private typealias Reduce = Kumiki.Reduce
          }

          extension Parent: Kumiki.Reducer {
          }
          """)
    }

    @Test("Q10: a Reduce of the feature's own state needs nothing else, and its chain compiles at once")
    func childrenElsewhere() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        struct Parent {
          struct State {}
          enum Action: CasePathable {}
          @ReducerBuilder<State, Action> var body: some ReducerOf<Self> {
            Reduce<State, Action> { _, _ in .none }
              .onChange(of: \\.count) { _, _ in Reduce { _, _ in .none } }
              .ifLet(\\.child, action: \\.child) { Child() }
          }
        }
        """,
        is: """
          struct Parent {
            struct State {}
            enum Action: CasePathable {}
            @ReducerBuilder<State, Action> var body: some ReducerOf<Self> {
              Reduce<State, Action> { _, _ in .none }
                .onChange(of: \\.count) { _, _ in Reduce { _, _ in .none } }
                .ifLet(\\.child, action: \\.child) { Child() }
            }
          }

          extension Parent: Kumiki.Reducer {
          }
          """)
    }

    @Test("Q10: a body of another feature's types is built for them") func otherTypes() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        struct Twice {
          var body: some ReducerOf<Counter> { Counter() }
        }
        """,
        is: """
          struct Twice {
            @Kumiki.ReducerBuilder<Counter.State, Counter.Action>
            var body: some ReducerOf<Counter> { Counter() }
          }

          extension Twice: Kumiki.Reducer {
          }
          """)
    }

    @Test("Q3: an enum gets states, actions, a body and stores") func destination() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer(state: .equatable)
        public enum Destination {
          case edit(Editor)
          case guest(Editor = Editor(isGuest: true))
          case alert(AlertState<Alert>)
          @ReducerCaseIgnored case picture(name: String, Int)
          #if DEBUG
            case debug
          #endif
        }
        """,
        is: #"""
          public enum Destination {
            case edit(Editor)
            case guest(Editor = Editor(isGuest: true))
            case alert(AlertState<Alert>)
            @ReducerCaseIgnored case picture(name: String, Int)
            #if DEBUG
              case debug
            #endif

            @CasePathable @dynamicMemberLookup
            public enum State: Kumiki.CaseReducerState, Kumiki.ObservableState, Equatable {
              public typealias StateReducer = Destination
              case edit(Editor.State)
              case guest(Editor.State)
              case alert(AlertState<Alert>)
              case picture(name: String, Int)
              #if DEBUG
              case debug
              #endif
            }

            @CasePathable
            public enum Action {
              case edit(Editor.Action)
              case guest(Editor.Action)
              case alert(Alert)
              case picture(Swift.Never)
              #if DEBUG
              case debug(Swift.Never)
              #endif
            }

            public typealias Body = Kumiki.AnyReducer<Self.State, Self.Action>

            public static var body: Kumiki.AnyReducer<Self.State, Self.Action> {
              Kumiki.AnyReducer(
                Kumiki.CombineReducers {
                  Kumiki.Scope(state: \.edit, action: \.edit) {
                    Editor()
                  }
                  Kumiki.Scope(state: \.guest, action: \.guest) {
                    Editor(isGuest: true)
                  }
                })
            }

            public enum CaseScope {
              case edit(Kumiki.StoreOf<Editor>)
              case guest(Kumiki.StoreOf<Editor>)
              case alert(AlertState<Alert>)
              case picture(name: String, Int)
              #if DEBUG
              case debug
              #endif
            }

            public static func scope(_ store: Kumiki.Store<Self.State, Self.Action>) -> CaseScope {
              switch store.state {
              case .edit(let v0):
                return .edit(store._scope(to: v0, state: \.edit, action: \.edit))
              case .guest(let v0):
                return .guest(store._scope(to: v0, state: \.guest, action: \.guest))
              case .alert(let v0):
                return .alert(v0)
              case .picture(let v0, let v1):
                return .picture(name: v0, v1)
              #if DEBUG
              case .debug:
                return .debug
              #endif
              }
            }
          }

          extension Destination: Kumiki.CaseReducer, Kumiki.Reducer {
          }
          """#)
    }

    @Test("Q12: an enum without cases has nothing to run") func none() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        enum Destination {
        }
        """,
        is: """
          enum Destination {

            @CasePathable @dynamicMemberLookup
            enum State: Kumiki.CaseReducerState, Kumiki.ObservableState {
              typealias StateReducer = Destination

            }

            @CasePathable
            enum Action {

            }

            typealias Body = Kumiki.AnyReducer<Self.State, Self.Action>

            static var body: Kumiki.AnyReducer<Self.State, Self.Action> {
              Kumiki.AnyReducer(Kumiki.EmptyReducer<Self.State, Self.Action>())
            }

            enum CaseScope {

            }

            static func scope(_ store: Kumiki.Store<Self.State, Self.Action>) -> CaseScope {
              switch store.state {

              }
            }
          }

          extension Destination: Kumiki.CaseReducer, Kumiki.Reducer {
          }
          """)
    }
  }
#endif
