package import KumikiValues

/// The limits on the size of a value.
package struct JSONLimits: Sendable {
  /// The largest depth of nesting, as jansson counts it: a scalar is one level.
  package var depth: Int
  /// The largest number of values. A shared value counts each time.
  package var expandedNodes: Int
  /// The largest number of bytes in strings and keys. Shared values count each time. `.max` disables counting.
  var bytes: Int

  package init(depth: Int = 2048, expandedNodes: Int = 10_000_000, bytes: Int = .max) {
    self.depth = depth
    self.expandedNodes = expandedNodes
    self.bytes = bytes
  }

  /// Makes the limits that a host has set.
  package init(_ limits: ValueLimits) {
    self.init(expandedNodes: limits.values, bytes: limits.bytes)
  }

  package static let standard: JSONLimits = JSONLimits()

  /// Whether bytes are counted.
  @inline(__always)
  var countsBytes: Bool { bytes < .max }

  func admit(_ amount: JSONAmount) throws(JSONExcess) {
    if amount.values > expandedNodes { throw .tooMany }
    if countsBytes, amount.bytes > bytes { throw .tooLong }
  }

  /// Returns the part of a write's value that exceeds these limits.
  ///
  /// - Parameter total: the size of the state with the value.
  @inline(__always)
  func excess(of total: JSONAmount, by given: JSONAmount) -> JSONAmount {
    JSONAmount(
      values: min(max(total.values - expandedNodes, 0), given.values),
      bytes: countsBytes ? min(max(total.bytes - bytes, 0), given.bytes) : 0)
  }

  /// Returns the reason why a state that exceeds these limits is refused, with the limits.
  func reason(_ excess: JSONWriteError) -> String {
    let values = "more than \(expandedNodes) values"
    let bytes = countsBytes ? ", or more than \(bytes) bytes of texts and keys" : ""
    return switch excess {
    case .tooLarge: "the state would have \(values)\(bytes): its loop's limit"
    case .tooDeep: "the state would be nested deeper than \(depth) levels, or have \(values)"
    default: excess.reason(nil, from: nil)
    }
  }

  /// Returns the error for a value that exceeds these limits: `tooLarge` if a host has set the exceeded limit.
  func failure(_ excess: JSONExcess) -> JSONError {
    switch excess {
    case .tooDeep:
      JSONError(.tooDeep, message: "nested deeper than \(depth) levels, or contains itself")
    case .tooMany:
      JSONError(
        expandedNodes < Self.standard.expandedNodes ? .tooLarge : .tooDeep,
        message: "expands to more than \(expandedNodes) values")
    case .tooLong:
      JSONError(.tooLarge, message: "has more than \(bytes) bytes of texts and keys")
    }
  }
}

/// The exceeded limit: nesting, the number of values, or the bytes of strings and keys.
enum JSONExcess: Error {
  case tooDeep, tooMany, tooLong
}

/// The size of a value. Shared parts count each time.
package struct JSONAmount: Equatable {
  var values: Int
  /// The bytes of strings and keys; 0 if bytes are not counted.
  var bytes: Int

  init(values: Int, bytes: Int) {
    self.values = values
    self.bytes = bytes
  }

  static let none = JSONAmount(values: 0, bytes: 0)
  static let null = JSONAmount(values: 1, bytes: 0)

  /// Makes the size of a value whose values were already counted.
  ///
  /// - Parameter limits: determine whether bytes are counted.
  @inline(__always)
  init(values: Int, of node: JSONNode, _ limits: JSONLimits) {
    self.init(values: values, bytes: limits.countsBytes ? JSONMeasure.bytes(of: node) : 0)
  }

  @inline(__always)
  static func + (one: Self, other: Self) -> Self {
    JSONAmount(values: one.values + other.values, bytes: one.bytes + other.bytes)
  }

  @inline(__always)
  static func - (one: Self, other: Self) -> Self {
    JSONAmount(values: one.values - other.values, bytes: one.bytes - other.bytes)
  }
}
