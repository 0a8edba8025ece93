internal import KumikiValues

extension ContentHash {
  /// Adds a value to a chain. The result is the same in every process, and for values with the same JSON text.
  ///
  /// Uses a list instead of recursion, because a value may be as deep as a state.
  ///
  /// - Parameter waiting: an empty list, which keeps its memory for the next value.
  static func chain(_ hash: UInt64, _ value: JSON, _ waiting: inout [JSONNode]) -> UInt64 {
    value.withNode { node in
      var hash = mix(hash, 11)
      // The next value, usually the only one that waits. The last one of a container is first.
      var next: JSONNode? = node
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
          hash = mix(mix(hash, 6), UInt64(node.elementCount))
          for element in node.children { wait(element) }
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
}

extension JSON {
  /// Returns a log's hash after a written value is added to it.
  package static func logHash(_ hash: UInt64, _ written: JSON) -> UInt64 {
    var waiting: [JSONNode] = []
    waiting.reserveCapacity(16)  // enough for a patch of one write
    return ContentHash.chain(hash, written, &waiting)
  }
}
