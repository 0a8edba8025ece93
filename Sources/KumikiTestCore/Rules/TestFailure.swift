package import Kumiki

/// One thing that a test store has to say about a test.
///
/// `Site` is where in the test, in whatever form the language has for it.
package struct TestFailure<Site> {
  package let message: String
  package let site: Site
  /// Nothing failed: this was skipped, and the test asked to be told.
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
  /// The state after it.
  package let state: State
  /// The generators before it: an expectation that takes ids gets those that the reducer took.
  package let positions: GeneratorPositions
  /// The shared values that were written and not stated yet, before it and after it.
  package let sharedBefore: SharedSnapshot
  package let shared: SharedSnapshot

  /// Whether it wrote a value that is shared with others, beside the state.
  var wroteShared: Bool {
    !shared.entries.allSatisfy { $0.copy === sharedBefore[$0.root] }
  }
}

/// What a test expects to receive.
package struct TestMatcher<Action> {
  /// As a failure shows it: an action, "an action of the case …".
  package let description: String
  package let matches: (Action) -> Bool
  /// Lines that show how an action differs from the one expected; nil where there is nothing to
  /// compare.
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

/// A running effect, as the rules see it.
package struct TestEffect<Site> {
  /// Of the action that started it; 0 where that is not known.
  package let number: Int
  /// That action, described.
  package let startedBy: String?
  /// The ids that `cancel(id:)` finds it by, innermost first.
  package let ids: [String]
  /// Where the test sent what led to it.
  package let site: Site?
}
