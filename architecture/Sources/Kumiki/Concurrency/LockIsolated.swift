/// A value behind a lock that several tasks can write, mostly for tests.
///
///     let isDismissed = LockIsolated(false)
///     … $0.dismiss = DismissEffect { isDismissed.setValue(true) }
///     #expect(isDismissed.value)
@dynamicMemberLookup
public final class LockIsolated<Value>: Sendable {
  private let guarded: Guarded<UncheckedSendable<Value>>

  /// Puts a value behind its own lock.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    guarded = Guarded(UncheckedSendable(try value()))
  }

  /// A part of the value.
  public subscript<Part: Sendable>(dynamicMember part: KeyPath<Value, Part>) -> Part {
    guarded.withLock { $0.value[keyPath: part] }
  }

  /// Reads and writes the value while the lock keeps out every other access. `body` must not use this object
  /// again.
  public func withValue<Result: Sendable>(
    _ body: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try guarded.withLock { try body(&$0.value) }
  }

  /// Replaces the value. The new value is computed before the lock is taken.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    let new = UncheckedSendable(try newValue())
    guarded.withLock { $0 = new }
  }
}

extension LockIsolated where Value: Sendable {
  /// A copy of the value.
  public var value: Value { guarded.withLock { $0.value } }
}

extension LockIsolated: Equatable where Value: Equatable {
  /// Whether both have equal values.
  public static func == (left: LockIsolated, right: LockIsolated) -> Bool {
    left === right || left.copy == right.copy
  }
}

extension LockIsolated: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(copy) }
}

extension LockIsolated {
  /// For comparisons and hashes only: the copy is not passed on.
  private var copy: Value { guarded.withLock { $0.value } }
}

/// A value held by an actor. ``LockIsolated`` does the same without `await`.
public final actor ActorIsolated<Value: Sendable> {
  /// A copy of the value.
  public private(set) var value: Value

  /// Makes an actor that holds a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    self.value = try value()
  }

  /// Reads and writes the value.
  public func withValue<Result: Sendable>(
    _ body: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try body(&value)
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    value = try newValue()
  }
}
