package import KumikiValues
package import KumikiJSON

/// The details that the rules need about the feature's types and the test's language.
package struct TestSubject<State, Action> {
  /// Returns lines that show how two states differ: "- " expected, "+ " actual.
  let difference: (_ expected: State, _ actual: State) -> String
  /// Describes an action for failures; may return several lines.
  let describe: (Action) -> String
  let words: TestWords
  /// Returns such lines for the values of a shared value.
  let sharedDifference: (_ expected: Any, _ actual: Any) -> String
  /// Whether a test asserts shared values with separate calls, not in its expectations.
  let assertsSharedSeparately: Bool
  /// Returns the shared values in a state.
  let sharedParts: (State) -> [any AnyShared]

  package init(
    difference: @escaping (_ expected: State, _ actual: State) -> String,
    describe: @escaping (Action) -> String, words: TestWords,
    sharedDifference: @escaping (_ expected: Any, _ actual: Any) -> String,
    assertsSharedSeparately: Bool = false,
    sharedParts: @escaping (State) -> [any AnyShared] = { _ in [] }
  ) {
    self.assertsSharedSeparately = assertsSharedSeparately
    self.sharedDifference = sharedDifference
    self.sharedParts = sharedParts
    self.difference = difference
    self.describe = describe
    self.words = words
  }
}

extension TestSubject {
  /// The subject for a feature whose values are compared and printed as JSON, tested in C.
  package static var json: TestSubject<JSON, JSON> {
    TestSubject<JSON, JSON>(
      difference: { JSONLineDiff.text($0, $1) }, describe: { "\($0)" }, words: .c,
      sharedDifference: { expected, actual in
        guard let expected = json(expected), let actual = json(actual) else {
          return "- \(expected)\n+ \(actual)"
        }
        return JSONLineDiff.text(expected, actual)
      }, assertsSharedSeparately: true)
  }

  /// Returns a shared value as JSON, whatever its type.
  private static func json(_ value: Any) -> JSON? {
    if let json = value as? JSON { return json }
    return (value as? any Encodable).flatMap { try? JSONBridge.encode($0) }
  }
}

/// The names of the test's calls in its language, for failures.
package struct TestWords: Sendable {
  let receive: String
  let advance: String
  let finish: String
  let skipReceived: String
  let skipInFlight: String
  /// Where a test declares the changes of an action.
  let expectation: String
  /// How a test declares that an action changes nothing.
  let noExpectation: String
  /// Advice about an effect that works on another thread, as a sentence.
  let patience: String
  /// Advice about a shared value that was written.
  let sharedAdvice: String

  package static let swift = Self(
    receive: "receive", advance: "store.advance(by:), or the test's clock", finish: "finish",
    skipReceived: "skipReceivedActions", skipInFlight: "skipInFlightEffects",
    expectation: "a trailing closure", noExpectation: "leave out a trailing closure",
    patience: "The test has waited for work on other threads: increase timeout if it needs longer.",
    sharedAdvice: "Say what it is: store.assert { $0.$name.withLock { $0 = … } }.")

  package static let c = Self(
    receive: "kmk_test_receive", advance: "kmk_test_advance", finish: "kmk_test_finish",
    skipReceived: "kmk_test_skip_received", skipInFlight: "kmk_test_skip_in_flight",
    expectation: "the argument \"changes\"", noExpectation: "pass NULL as \"changes\"",
    patience: "The test waited for blocking work: kmk_test_store_set_timeout sets a longer time.",
    sharedAdvice: "Say what it is with kmk_test_shared.")
}
