/// A number of a row that a list sums. Integers stay integers, so that their sums are exact.
public enum RowNumber: Hashable, Sendable {
  /// An integer, which is summed exactly.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)

  /// The number as a floating-point number; a large integer is rounded.
  public var real: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    }
  }
}

extension RowNumber: Comparable {
  /// Compares by value: an integer is compared with a real without rounding. NaN comes after all other numbers.
  // Inlined, since a change of a row compares its numbers with the totals of each branch above it.
  @inline(__always)
  public static func < (left: RowNumber, right: RowNumber) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right || right.isNaN && !left.isNaN
    case (.integer(let left), .real(let right)): right.isNaN || right.compare(with: left) > 0
    case (.real(let left), .integer(let right)): !left.isNaN && left.compare(with: right) < 0
    }
  }
}

extension Double {
  /// Returns a negative number if this value is smaller, 0 if both are equal.
  fileprivate func compare(with integer: Int64) -> Int {
    if self >= 0x1p63 { return 1 }
    if self < -0x1p63 { return -1 }
    let whole = Int64(self)
    if whole != integer { return whole < integer ? -1 : 1 }
    let rest = self - Double(whole)
    return rest < 0 ? -1 : rest > 0 ? 1 : 0
  }
}

/// The total of one number over the rows of a list. Rows without that number do not count.
public struct RowTotal: Equatable, Sendable {
  /// How many rows have the number.
  public private(set) var count = 0
  private var integers: Int128 = 0
  private var reals = 0.0
  private var realCount = 0
  /// Whether everything must be added up again before the next read.
  private(set) var isStale = false
  /// The smallest number; nil if no row has one.
  public private(set) var least: RowNumber?
  /// The largest number; nil if no row has one.
  public private(set) var greatest: RowNumber?

  package init() {}

  /// An integer if all the numbers are integers and the sum has 64 bits; otherwise a real.
  public var sum: RowNumber {
    if realCount == 0, let sum = Int64(exactly: integers) { return .integer(sum) }
    return .real(reals + Double(integers))
  }

  /// The sum divided by the count; nil if no row has the number.
  public var mean: Double? { count == 0 ? nil : sum.real / Double(count) }

  mutating func add(_ number: RowNumber) {
    count += 1
    switch number {
    case .integer(let integer): integers += Int128(integer)
    case .real(let real):
      reals += real
      realCount += 1
    }
    if least.map({ number < $0 }) ?? true { least = number }
    if greatest.map({ number >= $0 }) ?? true { greatest = number }
  }

  mutating func add(_ other: RowTotal) {
    guard let low = other.least, let high = other.greatest else { return }
    count += other.count
    integers += other.integers
    reals += other.reals
    realCount += other.realCount
    least = least.map { min($0, low) } ?? low
    greatest = greatest.map { max($0, high) } ?? high
  }

  /// Replaces one number with another. Marks the total as stale if it can no longer be known: subtracting a real would
  /// leave a rounding error, and the removal of the smallest or the largest number requires a search for the next one.
  mutating func replace(_ old: RowNumber?, by new: RowNumber?) {
    if isStale || old == new { return }
    if let old {
      guard realCount == 0, case .integer(let integer) = old, old != least, old != greatest else {
        return isStale = true
      }
      integers -= Int128(integer)
      count -= 1
    }
    guard let new else { return }
    if case .real = new { return isStale = true }
    add(new)
  }
}
