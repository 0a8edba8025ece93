/// What the rules must know of the feature's types, and of the language that the test is written in.
package struct TestSubject<State, Action> {
  package let areEqual: (State, State) -> Bool
  /// Lines that show how two states differ: "- " expected, "+ " actual.
  package let difference: (_ expected: State, _ actual: State) -> String
  /// An action as failures show it; may have several lines.
  package let describe: (Action) -> String
  package let words: TestWords

  package init(
    areEqual: @escaping (State, State) -> Bool,
    difference: @escaping (_ expected: State, _ actual: State) -> String,
    describe: @escaping (Action) -> String,
    words: TestWords
  ) {
    self.areEqual = areEqual
    self.difference = difference
    self.describe = describe
    self.words = words
  }
}

/// The names that failures give to what a test can call, in its language.
package struct TestWords: Sendable {
  package var receive: String
  package var advance: String
  package var finish: String
  package var skipReceived: String
  package var skipInFlight: String
  /// Where a test says what an action changes: "a trailing closure".
  package var expectation: String
  /// How it says that an action changes nothing: "leave out a trailing closure".
  package var noExpectation: String
  /// What to do about an effect that works elsewhere, as a sentence; "" where no call waits for one.
  package var patience: String

  package init(
    receive: String, advance: String, finish: String, skipReceived: String, skipInFlight: String,
    expectation: String, noExpectation: String, patience: String = ""
  ) {
    self.receive = receive
    self.advance = advance
    self.finish = finish
    self.skipReceived = skipReceived
    self.skipInFlight = skipInFlight
    self.expectation = expectation
    self.noExpectation = noExpectation
    self.patience = patience
  }
}
