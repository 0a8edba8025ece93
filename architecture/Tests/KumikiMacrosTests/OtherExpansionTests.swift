#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @Suite struct OtherExpansionTests {
    @Test("Q21: a marked state has nothing stored in it") func observableState() {
      expectExpansion(
        of: "ObservableState",
        """
        @ObservableState
        public struct State {
          var count = 0
          @ObservationStateIgnored var cache: [Int] = []
        }
        """,
        is: #"""
          public struct State {
            var count = 0
            @ObservationStateIgnored var cache: [Int] = []

            public static var _unobserved: [Swift.PartialKeyPath<Self>] {
              [\Self.cache]
            }
          }

          extension State: Kumiki.ObservableState {
          }
          """#)
    }

    @Test("Q23: a class is no state, and the fix says what it may be") func observableClass() {
      expectExpansion(
        of: "ObservableState",
        """
        @ObservableState
        final class Model {
        }
        """,
        is: """
          final class Model {
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message:
              "'@ObservableState' is for states, which are structs and enums; this is a class",
            line: 2, column: 7, fixIts: [FixItSpec(message: "Use '@Observable' for a class")])
        ],
        fixed: """
          @Observable
          final class Model {
          }
          """)
    }

    @Test("Q13: a view gets the method that sends") func viewAction() {
      expectExpansion(
        of: "ViewAction",
        """
        @ViewAction(for: Lamp.self)
        public struct LampView {
          let store: StoreOf<Lamp>
        }
        """,
        is: """
          public struct LampView {
            let store: StoreOf<Lamp>

            @discardableResult
            public func send(_ action: Lamp.Action.ViewAction) -> Kumiki.StoreTask {
              store.send(.view(action))
            }
          }
          """)
    }

    @Test("Q23: a view without a store is an error at its keyword") func noStore() {
      expectExpansion(
        of: "ViewAction",
        """
        @ViewAction(for: Lamp.self)
        struct LampView {
        }
        """,
        is: """
          struct LampView {
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: "'@ViewAction' sends through a property 'store', which is not here; "
              + "add 'let store: StoreOf<Lamp>'", line: 2, column: 1)
        ])
    }

    @Test("Q23: a view that sends through its store is warned, and the fix sends by name")
    func directSend() {
      expectExpansion(
        of: "ViewAction",
        """
        @ViewAction(for: Lamp.self)
        struct LampView {
          let store: StoreOf<Lamp>
          func tap() { store.send(.view(.tapped)) }
        }
        """,
        is: """
          struct LampView {
            let store: StoreOf<Lamp>
            func tap() { store.send(.view(.tapped)) }

            @discardableResult
            func send(_ action: Lamp.Action.ViewAction) -> Kumiki.StoreTask {
              store.send(.view(action))
            }
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: "a view with '@ViewAction' sends its actions by 'send', "
              + "and leaves the others to the feature",
            line: 4, column: 16, severity: .warning,
            fixIts: [FixItSpec(message: "Send '.tapped' by 'send'")])
        ],
        fixed: """
          @ViewAction(for: Lamp.self)
          struct LampView {
            let store: StoreOf<Lamp>
            func tap() { send(.tapped) }
          }
          """)
    }
  }
#endif
