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

            #if hasFeature(InferIsolatedConformances)
            typealias ReducerOf<Own> = Kumiki.Reducer<State, Action>
            #endif
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

            public struct State: Kumiki.ObservableState, Codable, Equatable, Hashable, Sendable {
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
        is: #"""
          struct Parent {
            struct State {}
            enum Action: CasePathable {}
            @ReducerBuilder<State, Action> var body: some ReducerOf<Self> {
              Reduce { _, _ in .none }
                .onChange(of: \.count) { _, _ in Reduce { _, _ in .none } }
                .ifLet(\.child, action: \.child) { Reduce { _, _ in .none } }
            }

            private typealias Reduce = Kumiki.Reduce

            #if hasFeature(InferIsolatedConformances)
            typealias ReducerOf<Own> = Kumiki.Reducer<State, Action>
            #endif
          }

          extension Parent: Kumiki.Reducer {
          }
          """#)
    }

    @Test(
      "Q10: a Reduce of the feature's own state needs nothing else, and its chain compiles at once")
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
        is: #"""
          struct Parent {
            struct State {}
            enum Action: CasePathable {}
            @ReducerBuilder<State, Action> var body: some ReducerOf<Self> {
              Reduce<State, Action> { _, _ in .none }
                .onChange(of: \.count) { _, _ in Reduce { _, _ in .none } }
                .ifLet(\.child, action: \.child) { Child() }
            }

            #if hasFeature(InferIsolatedConformances)
            typealias ReducerOf<Own> = Kumiki.Reducer<State, Action>
            #endif
          }

          extension Parent: Kumiki.Reducer {
          }
          """#)
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
  }
#endif
