#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @Suite struct ReducerExpansionTests {
    @Test("Q10 A feature conforms, its actions get paths, its body is built") func feature() {
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
        """)
    }

    @Test("Q10 An empty feature is completed") func empty() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        public struct Silent {
        }
        """,
        is: """
        """)
    }

    @Test("Q10 What is there already is not added") func complete() {
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
        """)
    }

    @Test("Q10 A body of another feature's types is built for them") func otherTypes() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        struct Twice {
          var body: some ReducerOf<Counter> { Counter() }
        }
        """,
        is: """
        """)
    }

    @Test("Q3 An enum gets states, actions, a body and stores") func destination() {
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
        is: """
        """)
    }

    @Test("Q12 An enum without cases has nothing to run") func none() {
      expectExpansion(
        of: "Reducer",
        """
        @Reducer
        enum Destination {
        }
        """,
        is: """
        """)
    }
  }
#endif
