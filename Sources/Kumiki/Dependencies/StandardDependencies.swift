extension DependencyValues {
  /// The clock of the store's loop: real time on a live loop, moved by `advance` on a virtual one.
  public var continuousClock: any Clock<Duration> {
    get { self.override(ClockKey.self) ?? Self.ambientLoop.map { LoopClock(loop: $0) } ?? ContinuousClock() }
    set { self[ClockKey.self] = newValue }
  }

  /// Makes UUIDs: random on a live loop, counted from 0 in each store of a virtual one.
  public var uuid: UUIDGenerator {
    get { self[UUIDKey.self] }
    set { self[UUIDKey.self] = newValue }
  }

  /// The time of day, in nanoseconds since 1970; on a virtual loop its clock.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }

  static var ambientLoop: Loop? {
    ReduceContext.current?.pointee.table.loop ?? EffectContext.current?.entry?.table.loop
  }
}

/// Makes UUIDs.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UniqueID

  public init(_ generate: @escaping @Sendable () -> UniqueID) { self.generate = generate }

  public static func constant(_ id: UniqueID) -> Self { Self { id } }

  public func callAsFunction() -> UniqueID { generate() }
}

/// Tells the time of day.
public struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Int64

  public init(_ generate: @escaping @Sendable () -> Int64) { self.generate = generate }

  public static func constant(_ nanosecondsSince1970: Int64) -> Self { Self { nanosecondsSince1970 } }

  /// Nanoseconds since 1970.
  public var now: Int64 { generate() }
}

private enum ClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
}

private enum UUIDKey: DependencyKey {
  static var liveValue: UUIDGenerator {
    UUIDGenerator {
      let identifiers =
        ReduceContext.current?.pointee.identifiers
        ?? EffectContext.current?.entry?.table.identifiers
      return identifiers?.uuid() ?? .random()
    }
  }
}

private enum DateKey: DependencyKey {
  static var liveValue: DateGenerator {
    DateGenerator { (DependencyValues.ambientLoop ?? Loop.existing)?.wallClock ?? Loop.realTime }
  }
}
