internal import KumikiValues

extension ContentHash {
  /// Adds a value to a chain. The result is the same in every process, and for values with the same JSON text.
  ///
  /// Uses a list instead of recursion, because a value may be as deep as a state.
  ///
  /// - Parameter waiting: an empty list, which keeps its memory for the next value.
  static func chain(_ hash: UInt64, _ value: JSONNode, _ waiting: inout JSONNodeList) -> UInt64 {
    var hash = mix(hash, 11)
    // The next value, usually the only one that waits. The last one of a container is first.
    var next: JSONNode? = value
    func wait(_ node: JSONNode) {
      if let next { waiting.append(next) }
      next = node
    }
    while let node = next.take() ?? waiting.popLast() {
      switch node.kind {
      case .null: hash = mix(hash, 1)
      case .bool: hash = mix(hash, node.isTrue ? 2 : 3)
      case .integer: hash = mix(mix(hash, 4), UInt64(bitPattern: node.integer))
      case .real: hash = mix(mix(hash, 5), node.real.bitPattern)
      case .string: hash = mix(hash, of(node.textBytes))
      case .array:
        let count = node.elementCount
        hash = mix(mix(hash, 6), UInt64(count))
        for index in 0..<count { node.element(index).map(wait) }
      case .object:
        hash = mix(mix(hash, 7), UInt64(node.memberCount))
        for member in node.members {
          hash = mix(hash, of(member.key))
          wait(member.value)
        }
      }
    }
    return hash
  }
}

/// A list of borrowed values in memory that it owns alone.
struct JSONNodeList: ~Copyable {
  private var nodes = ManualArray<JSONNode>()
  private var count = 0

  deinit { nodes.free() }

  @inline(__always)
  mutating func append(_ node: JSONNode) {
    nodes.reserve(count + 1, node)
    nodes[count] = node
    count += 1
  }

  @inline(__always)
  mutating func popLast() -> JSONNode? {
    if count == 0 { return nil }
    count -= 1
    return nodes[count]
  }
}

extension JSON {
  /// Returns a log's hash after a written value is added to it.
  package static func logHash(_ hash: UInt64, _ written: JSON) -> UInt64 {
    var waiting = JSONNodeList()
    return written.withNode { ContentHash.chain(hash, $0, &waiting) }
  }
}
