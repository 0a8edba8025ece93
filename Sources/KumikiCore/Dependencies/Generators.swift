internal import Synchronization

/// Generates values one after another.
public struct ValueGenerator<Value: Sendable>: Sendable {
  private let generate: @Sendable () -> Value
  /// The counter of a generator that counts.
  let counter: IDCounter?
  /// Called with ids that were not generated here, if the generator must know them.
  let note: (@Sendable (Value) -> Void)?
  /// If ``map(_:)`` made this generator, the original generator.
  private var origin: (any Sendable)?

  /// Creates a generator that calls a function, on any thread.
  public init(_ generate: @escaping @Sendable () -> Value) { self.init(generate, noting: nil) }

  init(
    _ generate: @escaping @Sendable () -> Value, noting note: (@Sendable (Value) -> Void)?,
    counter: IDCounter? = nil
  ) {
    self.generate = generate
    self.note = note
    self.counter = counter
  }

  fileprivate init(counting counter: IDCounter, _ value: @escaping @Sendable (UInt64) -> Value) {
    self.init({ value(counter.next()) }, noting: nil, counter: counter)
  }

  /// Returns a generator that returns the same value each time.
  public static func constant(_ value: Value) -> Self { Self { value } }

  /// Returns the next value.
  public func callAsFunction() -> Value { generate() }

  /// Returns a generator that passes each value through a function.
  func wrapping(_ wrap: @escaping @Sendable (() -> Value) -> Value) -> Self {
    let generate = generate
    return Self({ wrap(generate) }, noting: note, counter: counter)
  }

  /// Returns a generator of this generator's values, transformed. Both generators share one position.
  ///
  /// Mapping the result back to the original type returns the original generator.
  public func map<Other>(
    _ transform: @escaping @Sendable (Value) -> Other
  ) -> ValueGenerator<Other> {
    if let origin = origin as? ValueGenerator<Other> { return origin }
    let generate = generate
    var mapped = ValueGenerator<Other>(
      { transform(generate()) }, noting: nil, counter: counter)
    mapped.origin = self
    return mapped
  }
}

/// Generates ids of one kind.
public typealias IDGenerator<ID: Sendable> = ValueGenerator<ID>
/// Generates UUIDs.
public typealias UUIDGenerator = ValueGenerator<UniqueID>
/// Generates the time of day, in nanoseconds since 1970.
public typealias DateGenerator = ValueGenerator<Int64>

extension DateGenerator {
  /// The current time of day. Setting it stops the clock at that time.
  public var now: Int64 {
    get { self() }
    set { self = .constant(newValue) }
  }
}

extension UUIDGenerator {
  /// A new generator that counts up: `00000000-0000-0000-0000-000000000000`, `…0001`, and so on.
  public static var incrementing: Self { Self(counting: IDCounter()) { UniqueID($0) } }
}

extension IDGenerator<PresentationID> {
  /// A new generator that counts up: "0", "1", and so on.
  public static var incrementing: Self {
    Self(counting: IDCounter()) { PresentationID(counted: $0) }
  }
}

extension IDGenerator<StackElementID> {
  /// Returns a new generator that counts up from a number.
  public static func incrementing(from first: UInt64 = 0) -> Self {
    Self(counting: IDCounter(first)) { StackElementID(generation: $0) }
  }
}

final class IDCounter: Sendable {
  private let count: Atomic<UInt64>

  init(_ first: UInt64 = 0) { count = Atomic(first) }

  func next() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).oldValue }

  /// The number that `next()` returns next.
  var value: UInt64 {
    get { count.load(ordering: .relaxed) }
    set { count.store(newValue, ordering: .relaxed) }
  }
}
