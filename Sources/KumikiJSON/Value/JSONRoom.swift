/// The size of a state, and its limits.
struct JSONRoom {
  /// The size of the state. Each write adds the size of its value and subtracts that of the old value.
  var amount: JSONAmount
  /// The limits of the state, set by the host of the store's loop.
  let limits: JSONLimits

  /// Checks that a value may be put at a depth of the state, by the limits of nesting and size, and counts it.
  ///
  /// The caller puts the value there, or resets `amount`. A replaced value is subtracted when it is removed.
  /// Here it is measured only at the limit, and only until it makes room for the new value.
  ///
  /// - Parameters:
  ///   - counted: a value that was counted before, and is replaced by this value.
  ///   - isMoving: whether the value only moves, so that the state does not grow.
  ///   - old: the value that is replaced.
  ///   - key: the bytes of a new member's key.
  /// - Returns: nil, or the refusal: `tooDeep`, or `tooLarge` beyond what the host of the loop allows.
  mutating func takeIn(
    _ value: JSONNode, insteadOf counted: JSONNode? = nil, at depth: Int, isMoving: Bool = false,
    over old: @autoclosure () -> JSONNode?, key: @autoclosure () -> Int = 0
  ) -> JSONWriteError? {
    if value.isLacking { return .noMemory }
    guard let size = JSONMeasure.size(of: value), size.depth <= limits.depth - depth else {
      return .tooDeep
    }
    let given = JSONAmount(values: size.nodes, of: value, limits) + keyAmount(key())
    let after = amount - (counted?.amount(limits) ?? .none) + given
    let excess = limits.excess(of: after, by: given)
    if excess != .none, !isMoving {
      // A value that is not larger than the value it replaces is accepted, whatever the state's size is.
      guard let old = old(), JSONMeasure.has(old, excess) else { return refusal(for: excess) }
    }
    amount = after
    return nil
  }

  /// Returns why a value may not replace another, at the other's depth; nil if it may.
  func refusal(of value: JSONNode, over old: JSONNode?, at depth: Int) -> JSONWriteError? {
    var inside = limits
    inside.depth -= depth
    guard let growth = JSONMeasure.growth(from: old, to: value, inside) else { return .tooDeep }
    let excess = limits.excess(of: amount + growth, by: growth)
    // Negative if the state becomes smaller.
    return excess.values <= 0 && excess.bytes <= 0 ? nil : refusal(for: excess)
  }

  private func refusal(for excess: JSONAmount) -> JSONWriteError {
    let isHosts = excess.bytes > 0 || limits.expandedNodes < JSONLimits.standard.expandedNodes
    return isHosts ? .tooLarge : .tooDeep
  }

  /// Counts a value that was added, and its key.
  ///
  /// Takes linear time in the value, like its measurement before.
  mutating func add(_ value: JSONNode, key: Int = 0) {
    amount = amount + value.amount(limits) + keyAmount(key)
  }

  /// Counts an added null, and its key.
  mutating func addNull(key: Int) { amount = amount + .null + keyAmount(key) }

  /// Subtracts a value that is removed, and its key. Takes linear time in the value.
  mutating func takeOff(_ value: JSONNode, key: Int = 0) {
    amount = amount - value.amount(limits) - keyAmount(key)
  }

  /// Returns the size of a key, if bytes are counted.
  @inline(__always)
  private func keyAmount(_ bytes: @autoclosure () -> Int) -> JSONAmount {
    JSONAmount(values: 0, bytes: limits.countsBytes ? bytes() : 0)
  }
}
