package import KumikiValues

/// One report of a test store.
///
/// `Site` is a location in the test, in the format of the test's language.
package struct TestFailure<Site> {
  package let message: String
  package let site: Site
  /// Whether the report is not a failure but a note about something skipped. The test has asked for such notes.
  package let isNote: Bool

  package init(message: String, site: Site, isNote: Bool) {
    self.message = message
    self.site = site
    self.isNote = isNote
  }
}

/// One action as the store under test handled it.
package struct HandledAction<State, Action> {
  /// Counts the actions of one store, from 1.
  package let number: Int
  package let action: Action
  /// The place of the state-driven effect whose work has sent the action; nil for any other sender.
  package var followed: String?
  package let state: State
  /// The generators before the action. An expectation that generates ids thus gets the same ids as the reducer.
  package var positions: GeneratorPositions
  /// The shared values that were written and not yet asserted, before and after the action.
  package var sharedBefore: SharedSnapshot
  package let shared: SharedSnapshot

  /// Whether the action wrote a shared value, which is not part of the state.
  var wroteShared: Bool {
    !shared.entries.allSatisfy { $0.copy === sharedBefore[$0.root] }
  }
}

/// An action that a test expects to receive.
package struct TestMatcher<Action> {
  /// The description in failures: an action, or "an action of the case …".
  package let description: String
  package let matches: (Action) -> Bool
  /// Returns lines that show how an action differs from the expected one; nil if they cannot be compared.
  package let difference: (Action) -> String?

  package init(
    _ description: String, matches: @escaping (Action) -> Bool,
    difference: @escaping (Action) -> String? = { _ in nil }
  ) {
    self.description = description
    self.matches = matches
    self.difference = difference
  }
}

/// A running effect as the rules see it.
package struct TestEffect<Site> {
  /// The number of the action that started the effect; 0 if unknown.
  package let number: Int
  /// A description of that action.
  package let startedBy: String?
  /// The place that a state-driven effect follows; nil for an effect that an action started.
  package let follows: String?
  /// The name and the question of a request; nil for any other effect.
  package let asks: String?
  /// The ids that `cancel(id:)` can use for the effect, innermost first.
  package let ids: [String]
  /// The test's send that led to the effect.
  package let site: Site?
}

/// A shared value that differs from the expected value.
struct SharedDifference {
  let name: String
  let expected: Any
  let actual: Any
}
