public import Foundation
public import Kumiki

// Ids and dates with Foundation's types. They share the engine's own generators: one sequence and one
// position, whichever type a feature uses.

/// Makes UUIDs.
public typealias UUIDGenerator = ValueGenerator<UUID>
/// Returns the date.
public typealias DateGenerator = ValueGenerator<Date>

extension DependencyValues {
  /// Makes UUIDs: random UUIDs on a real-time loop, counted from 0 in each store of a virtual loop.
  ///
  /// A test must set it: to `.incrementing`, `.constant` or a function.
  public var uuid: UUIDGenerator {
    get { Kumiki.UUIDGenerator.recording(self[UUIDKey.self]).map { UUID($0) } }
    set { self[UUIDKey.self] = newValue.map { UniqueID($0) } }
  }

  /// The date; on a virtual loop, the date of its clock, which starts in 1970.
  public var date: DateGenerator {
    get { Kumiki.DateGenerator.recording(self[DateKey.self]).map { Date(nanoseconds: $0) } }
    set { self[DateKey.self] = newValue.map { $0.nanoseconds } }
  }
}

extension ValueGenerator where Value == UUID {
  /// An independent generator that counts: `00000000-0000-0000-0000-000000000000`, `…0001`, and so on.
  public static var incrementing: Self {
    ValueGenerator<UniqueID>.incrementing.map { UUID($0) }
  }
}

extension ValueGenerator where Value == Date {
  /// The date. Setting it makes the date constant.
  public var now: Date {
    get { self() }
    set { self = .constant(newValue) }
  }
}

extension UUID {
  /// A UUID with a number, for tests: `UUID(0)`, `UUID(1)`. A negative number is marked by a 1 before its
  /// absolute value: `UUID(-1)` is `00000000-0000-0001-0000-000000000001`.
  public init(_ number: Int) {
    self.init(UniqueID(high: number < 0 ? 1 : 0, low: UInt64(number.magnitude)))
  }

  /// The engine's id as a Foundation UUID.
  public init(_ id: UniqueID) {
    let (a, b) = (id.high.bytes, id.low.bytes)
    self.init(
      uuid: (
        a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7],
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]
      ))
  }
}

extension UniqueID {
  /// A Foundation UUID as the engine's id.
  public init(_ id: UUID) {
    let (high, low) = withUnsafeBytes(of: id.uuid) {
      ($0.load(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }
}

extension UInt64 {
  /// The bytes, highest first.
  fileprivate var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: self >> UInt64(56 - $0 * 8)) }
  }
}

extension Date {
  /// A date from nanoseconds since 1970, as the engine counts.
  init(nanoseconds: Int64) { self.init(timeIntervalSince1970: Double(nanoseconds) / 1e9) }

  /// Nanoseconds since 1970, clamped to the range of `Int64`.
  var nanoseconds: Int64 {
    let (second, rest) = (timeIntervalSince1970.rounded(.down), timeIntervalSince1970)
    guard second.isFinite else { return second > 0 ? .max : .min }
    let whole = Int128(second) * 1_000_000_000
    return Int64(clamping: whole + Int128(((rest - second) * 1e9).rounded()))
  }
}
