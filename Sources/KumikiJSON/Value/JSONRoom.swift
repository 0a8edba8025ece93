/// How much is in a state, and how much there may be.
struct JSONRoom {
  /// How much is in the state. Each write adds what it puts in and takes off what it replaces or removes.
  var amount: JSONAmount
  /// How large the state may be, by the host of the store's loop.
  let limits: JSONLimits

  /// Checks that a value may be put at a depth of the state, by the limits of nesting and size, and counts it.
  ///
  /// The caller puts it there, or resets `amount` to the one from before. What is replaced is taken off
  /// when it goes. Here it is measured only at the bound, and only until it has room for the new value.
  ///
  /// - Parameters:
  ///   - counted: a value that was counted before, and in whose place this one is put.
  ///   - isThere: whether the value only moves, so that the state does not grow.
  ///   - old: the value that is replaced.
  ///   - key: the bytes of the key that comes with it, of a new member.
  /// - Returns: why it may not: `tooDeep`, or `tooLarge` for more than the host of the loop allows.
  mutating func takeIn(
    _ value: JSONNode, insteadOf counted: JSONNode? = nil, at depth: Int, isThere: Bool = false,
    over old: @autoclosure () -> JSONNode?, key: @autoclosure () -> Int = 0
  ) -> JSONWriteError? {
    if value.isLacking { return .noMemory }
    guard let size = JSONMeasure.size(of: value), size.depth <= limits.depth - depth else {
      return .tooDeep
    }
    let given = JSONAmount(values: size.nodes, of: value, limits) + keyAmount(key())
    let after = amount - (counted?.amount(limits) ?? .none) + given
    let excess = limits.excess(of: after, by: given)
    if excess != .none, !isThere {
      // A value that is not larger than the one it replaces is let in, whatever the state's size is.
      guard let old = old(), JSONMeasure.has(old, excess) else { return refusal(for: excess) }
    }
    amount = after
    return nil
  }

  /// Why a value may not replace another one, at the depth of that; nil if it may.
  func refusal(of value: JSONNode, over old: JSONNode?, at depth: Int) -> JSONWriteError? {
    var inside = limits
    inside.depth -= depth
    guard let growth = JSONMeasure.growth(from: old, to: value, inside) else { return .tooDeep }
    let excess = limits.excess(of: amount + growth, by: growth)
    // Negative where the state gets smaller.
    return excess.values <= 0 && excess.bytes <= 0 ? nil : refusal(for: excess)
  }

  private func refusal(for excess: JSONAmount) -> JSONWriteError {
    let isHosts = excess.bytes > 0 || limits.expandedNodes < JSONLimits.standard.expandedNodes
    return isHosts ? .tooLarge : .tooDeep
  }

  /// Counts a value that has come, and the key that has come with it.
  ///
  /// In linear time in the value, which was measured in as much time before.
  mutating func add(_ value: JSONNode, key: Int = 0) {
    amount = amount + value.amount(limits) + keyAmount(key)
  }

  /// The same for null.
  mutating func addNull(key: Int) { amount = amount + .null + keyAmount(key) }

  /// Takes a value that goes off the count, and the key that goes with it. In linear time in the value.
  mutating func takeOff(_ value: JSONNode, key: Int = 0) {
    amount = amount - value.amount(limits) - keyAmount(key)
  }

  /// A key of so many bytes, where bytes are counted.
  @inline(__always)
  private func keyAmount(_ bytes: @autoclosure () -> Int) -> JSONAmount {
    JSONAmount(values: 0, bytes: limits.countsBytes ? bytes() : 0)
  }
}
