/// A key by which rows are sorted: `RowSort(\.progress, descending: true)`.
public struct RowSort<Row> {
  @usableFromInline let makeColumn: () -> RowColumn<Row>

  /// - Parameters:
  ///   - key: what is compared of a row.
  ///   - descending: whether the largest come first.
  @inlinable
  public init<Key: Comparable>(_ key: @escaping (Row) -> Key, descending: Bool = false) {
    self.init { KeyColumn(key, descending) { _ in 0 } }
  }

  /// By an integer.
  ///
  /// - Parameters:
  ///   - key: what is compared of a row.
  ///   - descending: whether the largest come first.
  @inlinable
  public init<Key: FixedWidthInteger>(_ key: @escaping (Row) -> Key, descending: Bool = false) {
    self.init {
      KeyColumn(key, descending) {
        UInt64(bitPattern: Int64(truncatingIfNeeded: $0)) ^ (Key.isSigned ? 1 << 63 : 0)
      }
    }
  }

  /// By a real.
  ///
  /// - Parameters:
  ///   - key: what is compared of a row.
  ///   - descending: whether the largest come first.
  @inlinable
  public init(_ key: @escaping (Row) -> Double, descending: Bool = false) {
    self.init { KeyColumn(key, descending, RowPrefix.of) }
  }

  /// By a text, as Swift compares texts.
  ///
  /// - Parameters:
  ///   - key: what is compared of a row.
  ///   - descending: whether the largest come first.
  @inlinable
  public init(_ key: @escaping (Row) -> String, descending: Bool = false) {
    self.init { KeyColumn(key, descending) { _ in 0 } }
  }

  @usableFromInline
  init(_ makeColumn: @escaping () -> RowColumn<Row>) { self.makeColumn = makeColumn }
}

@usableFromInline
enum RowPrefix {
  /// The bits of a real, in the order of their values.
  @inlinable
  static func of(_ real: Double) -> UInt64 {
    // A zero has two patterns.
    let bits = (real == 0 ? 0 : real).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}

/// The keys of all rows in one respect, by entry.
@usableFromInline
class RowColumn<Row> {
  /// Takes in the key of a row; returns whether it may be another one than before.
  @usableFromInline
  func set(_ entry: Int32, _ row: Row) -> Bool { preconditionFailure("abstract") }
  /// A number that does not fall where keys rise.
  @usableFromInline
  func prefix(_ entry: Int32) -> UInt64 { preconditionFailure("abstract") }
  /// Negative if the first of two entries comes first, 0 if neither does.
  @usableFromInline
  func compare(_ one: Int32, _ other: Int32) -> Int { preconditionFailure("abstract") }

  @usableFromInline init() {}
}

@usableFromInline
final class KeyColumn<Row, Key: Comparable>: RowColumn<Row> {
  @usableFromInline let key: (Row) -> Key
  @usableFromInline let isDescending: Bool
  @usableFromInline let prefix: (Key) -> UInt64
  @safe @usableFromInline @exclusivity(unchecked) var keys: ContiguousArray<Key?> = []

  @inlinable
  init(
    _ key: @escaping (Row) -> Key, _ isDescending: Bool, _ prefix: @escaping (Key) -> UInt64
  ) {
    self.key = key
    self.isDescending = isDescending
    self.prefix = prefix
    super.init()
  }

  @inlinable
  override func set(_ entry: Int32, _ row: Row) -> Bool {
    while keys.count <= entry { keys.append(nil) }
    let new = key(row)
    if keys[Int(entry)] == new { return false }
    keys[Int(entry)] = new
    return true
  }

  @inlinable
  override func prefix(_ entry: Int32) -> UInt64 {
    let prefix = prefix(keys[Int(entry)]!)
    return isDescending ? ~prefix : prefix
  }

  @inlinable
  override func compare(_ one: Int32, _ other: Int32) -> Int {
    let (one, other) = (keys[Int(one)]!, keys[Int(other)]!)
    if one == other { return 0 }
    return (one < other) == isDescending ? 1 : -1
  }
}
