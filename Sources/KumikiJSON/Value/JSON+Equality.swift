internal import CJansson
internal import Glibc

extension JSON: Hashable {
  /// - Complexity: O(*n*) in the smaller expanded size; O(1) where both share one value.
  public static func == (left: JSON, right: JSON) -> Bool {
    left.withNode { left in right.withNode { right in left.isEqual(to: right) } }
  }

  public func hash(into hasher: inout Hasher) {
    withNode { $0.hash(into: &hasher, levels: JSONNode.hashedLevels) }
  }
}

extension UnsafeMutablePointer<json_t> {
  /// Whether two values are equal, at any depth and without recursion.
  /// - Complexity: O(*n*) in the smaller expanded size; O(1) where both are one value.
  package func isEqual(to other: JSONNode) -> Bool {
    // The common case: ids and most values.
    if pointee.type == JSON_INTEGER, other.pointee.type == JSON_INTEGER {
      return json_integer_value(self) == json_integer_value(other)
    }
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
    guard pointee.type == other.pointee.type else { return false }
    switch pointee.type {
    case JSON_STRING: return textBytes.isEqual(to: other.textBytes)
    case JSON_INTEGER: return json_integer_value(self) == json_integer_value(other)
    case JSON_REAL: return json_real_value(self) == json_real_value(other)
    case JSON_OBJECT: return membersMatch(other, later: &later)
    case JSON_ARRAY: return elementsMatch(other, later: &later)
    default: return true
    }
  }

  private func membersMatch(_ other: JSONNode, later: inout [(JSONNode, JSONNode)]) -> Bool {
    guard json_object_size(self) == json_object_size(other) else { return false }
    var same = true
    forEachMember { key, mine in
      same = other.member(key).map { mine.matchesOrWaits($0, later: &later) } ?? false
      return same
    }
    return same
  }

  private func elementsMatch(_ other: JSONNode, later: inout [(JSONNode, JSONNode)]) -> Bool {
    let count = json_array_size(self)
    guard count == json_array_size(other) else { return false }
    for index in 0..<count {
      guard let mine = json_array_get(self, index), let theirs = json_array_get(other, index),
        mine.matchesOrWaits(theirs, later: &later)
      else { return false }
    }
    return true
  }

  private func matchesOrWaits(_ other: JSONNode, later: inout [(JSONNode, JSONNode)]) -> Bool {
    guard isContainer, self != other else { return matches(other, later: &later) }
    guard pointee.type == other.pointee.type else { return false }
    later.append((self, other))
    return true
  }
}

// MARK: - Hashing

extension UnsafeMutablePointer<json_t> {
  /// Levels that take part in the hash. Values that differ only below them have equal hashes.
  static var hashedLevels: Int { 16 }

  /// Hashes the value without regard to the order of its keys.
  fileprivate func hash(into hasher: inout Hasher, levels: Int) {
    hasher.combine(pointee.type.rawValue)
    switch pointee.type {
    case JSON_STRING:
      hasher.combine(json_string_length(self))
      hasher.combine(bytes: textBytes)
    case JSON_INTEGER: hasher.combine(json_integer_value(self))
    case JSON_REAL: hasher.combine(json_real_value(self))
    case JSON_OBJECT:
      hasher.combine(json_object_size(self))
      if levels > 0 { hasher.combine(hashOfMembers(levels: levels - 1)) }
    case JSON_ARRAY:
      hasher.combine(json_array_size(self))
      guard levels > 0 else { return }
      forEachChild { child in
        child.hash(into: &hasher, levels: levels - 1)
        return true
      }
    default: break
    }
  }

  /// A sum, since members have no order.
  private func hashOfMembers(levels: Int) -> Int {
    var sum = 0
    forEachMember { key, value in
      var member = Hasher()
      member.combine(bytes: key)
      value.hash(into: &member, levels: levels)
      sum &+= member.finalize()
      return true
    }
    return sum
  }
}

extension UnsafeRawBufferPointer {
  /// Whether both hold the same bytes.
  @inline(__always)
  func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let mine = baseAddress, let theirs = other.baseAddress else {
      return count == other.count
    }
    // Most are short names, for which a call costs more than the comparison.
    switch count {
    case 8...16: return Self.areEqual(mine, theirs, count, as: UInt64.self)
    case 4...7: return Self.areEqual(mine, theirs, count, as: UInt32.self)
    case 2...3: return Self.areEqual(mine, theirs, count, as: UInt16.self)
    case 1: return mine.load(as: UInt8.self) == theirs.load(as: UInt8.self)
    case 0: return true
    default: return memcmp(mine, theirs, count) == 0
    }
  }

  /// Compares the first and the last word, which together cover everything.
  @inline(__always)
  private static func areEqual<Word: FixedWidthInteger & BitwiseCopyable>(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int, as _: Word.Type
  ) -> Bool {
    let last = count - MemoryLayout<Word>.size
    return left.loadUnaligned(as: Word.self) == right.loadUnaligned(as: Word.self)
      && left.loadUnaligned(fromByteOffset: last, as: Word.self)
        == right.loadUnaligned(fromByteOffset: last, as: Word.self)
  }
}
