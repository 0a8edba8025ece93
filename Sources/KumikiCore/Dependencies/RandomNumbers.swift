extension DependencyValues {
  /// Lends the generator of random numbers: the system's in a program. A test must set it.
  ///
  ///     let eyes = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[RandomNumbersKey.self] }
    set { self[RandomNumbersKey.self] = newValue }
  }
}

/// Lends one generator of random numbers to one caller at a time.
public struct WithRandomNumberGenerator: Sendable {
  private let generator: LockIsolated<any RandomNumberGenerator & Sendable>

  /// Lends a generator.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = LockIsolated(generator)
  }

  /// Hands the generator to `body`, which must not ask for it again.
  public func callAsFunction<Result>(
    _ body: (inout any RandomNumberGenerator & Sendable) -> Result
  ) -> Result {
    withoutActuallyEscaping(body) { body in
      let body = UncheckedSendable(body)
      return generator.withValue { UncheckedSendable(body.value(&$0)) }.value
    }
  }
}

private enum RandomNumbersKey: DependencyKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
}
