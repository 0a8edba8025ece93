extension JSON: Hashable {
  /// - Complexity: O(*n*) in the smaller expanded size; O(1) if both share one value.
  public static func == (left: JSON, right: JSON) -> Bool {
    left.withNode { left in right.withNode { right in left.isEqual(to: right) } }
  }

  public func hash(into hasher: inout Hasher) {
    // All values with more levels have the same hash.
    var budget = Int.max
    hasher.combine(withNode { $0.contentHash(levels: 16, &budget) })
  }
}

extension JSONNode {
  /// Whether two values are equal, at any depth and without recursion.
  /// - Complexity: O(*n*) in the smaller expanded size; O(1) if both are one value.
  package func isEqual(to other: JSONNode) -> Bool {
    // The common case: ids and most values.
    if isInteger, other.isInteger { return integer == other.integer }
    var waiting: [(JSONNode, JSONNode)] = []
    guard matches(other, later: &waiting) else { return false }
    while let (left, right) = waiting.popLast() {
      guard left.matches(right, later: &waiting) else { return false }
    }
    return true
  }

  /// Compares this level and leaves the containers below it for later.
  private func matches(_ other: JSONNode, later: inout [(JSONNode, JSONNode)]) -> Bool {
    if self == other { return true }
    guard isAlike(other) else { return false }
    switch kind {
    case .string: return textBytes.isEqual(to: other.textBytes)
    case .integer: return integer == other.integer
    case .real: return real == other.real
    case .object:
      return memberCount == other.memberCount
        && members.allSatisfy { $0.value.matchesOrWaits(other.member($0.key), later: &later) }
    case .array:
      return elementCount == other.elementCount
        && zip(children, other.children).allSatisfy { $0.matchesOrWaits($1, later: &later) }
    case .bool, .null: return true
    }
  }

  private func matchesOrWaits(_ other: JSONNode?, later: inout [(JSONNode, JSONNode)]) -> Bool {
    guard let other else { return false }
    guard isContainer, self != other else { return matches(other, later: &later) }
    guard isAlike(other) else { return false }
    later.append((self, other))
    return true
  }
}

// MARK: - Hashing

extension JSONNode {
  /// Returns a hash of the content that ignores the order of keys; nil for a value with too many levels.
  ///
  /// - Parameter budget: the number of values, and of groups of eight bytes in strings, that may be visited. The
  ///   result is nil for a larger value.
  func contentHash(levels: Int, _ budget: inout Int) -> UInt64? {
    budget -= 1
    guard levels > 0, budget >= 0 else { return nil }
    switch kind {
    case .string: return Self.hash(of: textBytes, 3, &budget)
    case .integer: return ContentHash.mix(5, UInt64(bitPattern: integer))
    // The two zeros are equal.
    case .real: return ContentHash.mix(7, real == 0 ? 0 : real.bitPattern)
    case .object: return membersHash(levels: levels, &budget)
    case .array:
      var hash: UInt64 = 11
      for element in children {
        guard let element = element.contentHash(levels: levels - 1, &budget) else { return nil }
        hash = ContentHash.mix(hash, element)
      }
      return hash
    case .bool: return ContentHash.mix(13, isTrue ? 1 : 0)
    case .null: return 13
    }
  }

  /// Returns a sum, because members have no order.
  private func membersHash(levels: Int, _ budget: inout Int) -> UInt64? {
    var sum: UInt64 = 17
    for member in members {
      guard let name = Self.hash(of: member.key, 19, &budget),
        let value = member.value.contentHash(levels: levels - 1, &budget)
      else { return nil }
      sum &+= ContentHash.mix(name, value)
    }
    return ContentHash.mix(23, sum)
  }

  private static func hash(of text: JSONBytes, _ seed: UInt64, _ budget: inout Int) -> UInt64? {
    budget -= text.count / 8
    return budget >= 0 ? ContentHash.of(text, seed: seed) : nil
  }
}
