extension JSON: Hashable {
  /// - Complexity: O(*n*) in the smaller expanded size; O(1) if both share one value.
  public static func == (left: JSON, right: JSON) -> Bool {
    left.withNode { left in right.withNode { right in left.isEqual(to: right) } }
  }

  public func hash(into hasher: inout Hasher) {
    withNode { $0.hash(into: &hasher, levels: JSONNode.hashedLevels) }
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
  /// Levels that take part in the hash. Values that differ only below them have equal hashes.
  fileprivate static var hashedLevels: Int { 16 }

  /// Hashes the value without regard to the order of its keys.
  fileprivate func hash(into hasher: inout Hasher, levels: Int) {
    hasher.combine(kind)
    switch kind {
    case .string:
      hasher.combine(textBytes.count)
      hasher.combine(bytes: textBytes)
    case .integer: hasher.combine(integer)
    case .real: hasher.combine(real)
    case .bool: hasher.combine(isTrue)
    case .null: break
    case .object:
      hasher.combine(memberCount)
      if levels > 0 { hasher.combine(hashOfMembers(levels: levels - 1)) }
    case .array:
      hasher.combine(elementCount)
      guard levels > 0 else { return }
      for element in children { element.hash(into: &hasher, levels: levels - 1) }
    }
  }

  /// A sum, since members have no order.
  private func hashOfMembers(levels: Int) -> Int {
    members.reduce(into: 0) { sum, member in
      var hasher = Hasher()
      hasher.combine(bytes: member.key)
      member.value.hash(into: &hasher, levels: levels)
      sum &+= hasher.finalize()
    }
  }
}
