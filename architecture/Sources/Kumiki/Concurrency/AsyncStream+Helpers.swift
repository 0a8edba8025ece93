extension AsyncStream {
  /// A stream without elements that ends when the task that iterates it is cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that has ended.
  public static var finished: Self { Self { $0.finish() } }

  /// The elements of a sequence, until it ends or fails.
  public init<Base: AsyncSequence & SendableMetatype>(_ sequence: Base)
  where Base.Element == Element {
    let pull = Pull(sequence)
    self.init { try? await pull.next() }
  }

  /// A stream, and the continuation that writes to it. The standard library calls this `makeStream(of:)`.
  public static func streamWithContinuation(
    _ type: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: type, bufferingPolicy: limit)
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream without elements that ends when the task that iterates it is cancelled.
  public static var never: Self { Self { _ in } }

  /// A stream that has ended, or failed.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }

  /// The elements of a sequence, and its error if it fails.
  public init<Base: AsyncSequence & SendableMetatype>(_ sequence: Base)
  where Base.Element == Element {
    let pull = Pull(sequence)
    self.init { try await pull.next() }
  }

  /// A stream, and the continuation that writes to it. The standard library calls this `makeStream(of:)`.
  public static func streamWithContinuation(
    _ type: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: type, throwing: (any Error).self, bufferingPolicy: limit)
  }
}

extension AsyncSequence where Self: SendableMetatype {
  /// This sequence as an `AsyncStream`, which ends if it fails.
  public func eraseToStream() -> AsyncStream<Element> { AsyncStream(self) }

  /// This sequence as an `AsyncThrowingStream`.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(self)
  }
}

/// Pulls elements from a sequence for a stream. One task at a time iterates a stream.
private final class Pull<Base: AsyncSequence>: @unchecked Sendable {
  private let sequence: Base
  private var iterator: Base.AsyncIterator?

  init(_ sequence: Base) { self.sequence = sequence }

  func next() async throws -> Base.Element? {
    var iterator = self.iterator ?? sequence.makeAsyncIterator()
    defer { self.iterator = iterator }
    return try await iterator.next()
  }
}
