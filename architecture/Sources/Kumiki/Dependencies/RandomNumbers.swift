extension DependencyValues {
  /// Provides the generator of random numbers: in a program, the system's generator. A test must
  /// set it.
  ///
  ///     let eyes = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[RandomNumbersKey.self] }
    set { self[RandomNumbersKey.self] = newValue }
  }
}

/// Provides one generator of random numbers to one caller at a time.
public struct WithRandomNumberGenerator: Sendable {
  private let generator: LockIsolated<any RandomNumberGenerator & Sendable>

  /// Provides a generator.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = LockIsolated(generator)
  }

  /// Calls `body` with the generator. `body` must not call this again.
  public func callAsFunction<Result>(
    _ body: (inout any RandomNumberGenerator & Sendable) throws -> Result
  ) rethrows -> Result {
    try withoutActuallyEscaping(body) { body in
      let body = UncheckedSendable(body)
      return try generator.withValue { generator in
        guard let journal = StepJournal.current else {
          return UncheckedSendable(try body.value(&generator))
        }
        let handed = HandedNumbers(generator, journal)
        defer { generator = handed.generator }
        var lent: any RandomNumberGenerator & Sendable = handed
        return UncheckedSendable(try body.value(&lent))
      }.value
    }
  }
}

/// Random numbers of a step that is traced or replayed.
// Unchecked: it is used only on the thread of the step.
private final class HandedNumbers: RandomNumberGenerator, @unchecked Sendable {
  var generator: any RandomNumberGenerator & Sendable
  private let journal: StepJournal

  init(_ generator: any RandomNumberGenerator & Sendable, _ journal: StepJournal) {
    (self.generator, self.journal) = (generator, journal)
  }

  func next() -> UInt64 {
    journal.provide(generator.next(), { .random($0) }) {
      if case .random(let number) = $0 { number } else { nil }
    }
  }
}

private enum RandomNumbersKey: DependencyKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
}
