/// A sort key for rows: `RowSort(\.progress, descending: true)`.
public struct RowSort<Row> {
  @usableFromInline let makeColumn: () -> RowColumn<Row>

  /// - Parameters:
  ///   - key: Returns the value of a row to compare.
  ///   - descending: Whether the largest values come first.
  @inlinable
  public init<Key: Comparable>(_ key: @escaping (Row) -> Key, descending: Bool = false) {
    self.init { RowColumn(key, descending) { _ in 0 } }
  }

  /// Sorts by an integer.
  ///
  /// - Parameters:
  ///   - key: Returns the value of a row to compare.
  ///   - descending: Whether the largest values come first.
  @inlinable
  public init<Key: FixedWidthInteger>(_ key: @escaping (Row) -> Key, descending: Bool = false) {
    self.init {
      RowColumn(key, descending, isWhole: Key.bitWidth <= 64) {
        Key.isSigned
          ? UInt64(bitPattern: Int64(clamping: $0)) ^ 1 << 63 : UInt64(clamping: $0)
      }
    }
  }

  /// Sorts by a floating-point number.
  ///
  /// - Parameters:
  ///   - key: Returns the value of a row to compare.
  ///   - descending: Whether the largest values come first.
  @inlinable
  public init(_ key: @escaping (Row) -> Double, descending: Bool = false) {
    self.init { RowColumn(key, descending, RowPrefix.of) }
  }

  /// Sorts by a string, as Swift compares strings.
  ///
  /// - Parameters:
  ///   - key: Returns the value of a row to compare.
  ///   - descending: Whether the largest values come first.
  @inlinable
  public init(_ key: @escaping (Row) -> String, descending: Bool = false) {
    self.init { RowColumn(key, descending) { _ in 0 } }
  }

  @usableFromInline
  init(_ makeColumn: @escaping () -> RowColumn<Row>) { self.makeColumn = makeColumn }
}

@usableFromInline
enum RowPrefix {
  /// Returns the bits of a floating-point number, in the order of its values.
  @inlinable
  static func of(_ real: Double) -> UInt64 {
    // Zero has two bit patterns.
    let bits = (real == 0 ? 0 : real).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}

/// The keys of all rows for one sort, by entry.
///
/// The functions share the keys, since they are compiled for the keys' type where a sort is made. The methods of a
/// generic class would look that type up at each call.
@usableFromInline
struct RowColumn<Row> {
  /// Stores the key of a row. Returns a number that does not fall as the keys rise.
  @usableFromInline let set: (_ entry: Int32, Row) -> UInt64
  /// Negative if the first of two entries comes first, 0 if they are equal.
  @usableFromInline let compare: (_ one: Int32, _ other: Int32) -> Int
  /// Compares two entries with the same number; nil if such entries are equal.
  @usableFromInline let compareEqualPrefixes: ((_ one: Int32, _ other: Int32) -> Int)?

  /// Makes a column whose keys are all equal.
  @inlinable
  init() {
    set = { _, _ in 0 }
    compare = { _, _ in 0 }
    compareEqualPrefixes = nil
  }

  /// Sorts by one column, and entries that are equal there by another column.
  @inlinable
  init(_ first: RowColumn, then next: RowColumn) {
    set = {
      _ = next.set($0, $1)
      return first.set($0, $1)
    }
    compare = {
      let order = first.compare($0, $1)
      return order != 0 ? order : next.compare($0, $1)
    }
    compareEqualPrefixes = { [alike = first.compareEqualPrefixes] in
      let order = alike?($0, $1) ?? 0
      return order != 0 ? order : next.compare($0, $1)
    }
  }

  /// - Parameter isWhole: Whether keys with the same number are equal.
  @inlinable
  init<Key: Comparable>(
    _ key: @escaping (Row) -> Key, _ isDescending: Bool, isWhole: Bool = false,
    _ prefix: @escaping (Key) -> UInt64
  ) {
    let keys = RowKeys<Key>()
    set = {
      let key = key($1)
      keys.set($0, key)
      let prefix = prefix(key)
      return isDescending ? ~prefix : prefix
    }
    compare = {
      let order = keys.compare($0, $1)
      return isDescending ? -order : order
    }
    compareEqualPrefixes = isWhole ? nil : compare
  }
}

@usableFromInline
final class RowKeys<Key: Comparable> {
  @safe @usableFromInline @exclusivity(unchecked) var keys: ContiguousArray<Key?> = []

  @inlinable
  init() {}

  @inlinable
  subscript(entry: Int32) -> Key { keys[Int(entry)]! }

  @inlinable
  func set(_ entry: Int32, _ key: Key) {
    while keys.count <= entry { keys.append(nil) }
    keys[Int(entry)] = key
  }

  @inlinable
  func compare(_ one: Int32, _ other: Int32) -> Int {
    let (one, other) = (self[one], self[other])
    return one == other ? 0 : one < other ? -1 : 1
  }
}
