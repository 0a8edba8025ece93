internal import KumikiTestCore

extension TestSubject where State: Equatable {
  /// A feature whose values are compared by `==` and shown by their structure.
  static func dumping() -> Self {
    Self(
      areEqual: { $0 == $1 },
      difference: { StateDump.difference($0, $1) },
      describe: { StateDump.text($0) },
      words: .swift)
  }
}

extension TestWords {
  static let swift = TestWords(
    receive: "receive", advance: "store.advance(by:), or the test's clock", finish: "finish",
    skipReceived: "skipReceivedActions", skipInFlight: "skipInFlightEffects",
    expectation: "a trailing closure", noExpectation: "leave out a trailing closure",
    patience: "One that works on another thread was waited for: give it longer with timeout.")
}
