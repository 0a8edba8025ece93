/// The id of a row: a borrowed pointer or an owned reference, like ``JSONAction``.
package struct JSONRowID: Hashable, CustomStringConvertible, @unchecked Sendable {
  // Sendable: immutable; a borrowed id stays on the thread that handles it.
  let node: JSONNode
  private let owner: JSON?

  /// Valid as long as the owner of `node` keeps the value alive.
  init(borrowing node: JSONNode) {
    self.node = node
    owner = nil
  }

  init(_ id: JSON) {
    node = id.node
    owner = id
  }

  var owned: JSONRowID { owner == nil ? JSONRowID(JSON(borrowing: node)) : self }

  var json: JSON { owner ?? JSON(borrowing: node) }

  package static func == (left: Self, right: Self) -> Bool { left.node.isEqual(to: right.node) }
  package func hash(into hasher: inout Hasher) { hasher.combine(node.rowHash) }
  package var description: String { json.description }
}

extension JSONNode {
  /// A hash of an id for ``RowIndex``: equal ids have equal hashes.
  var rowHash: UInt {
    switch kind {
    case .integer: UInt(ContentHash.mix(5, UInt64(bitPattern: Int64(integer))))
    case .string: UInt(ContentHash.of(textBytes))
    // Equal values must have equal hashes, so this uses the value's own hash.
    default: UInt(bitPattern: JSON(borrowing: self).hashValue)
    }
  }
}

extension JSONPointer.Segment {
  /// Returns the id of a row that is the member at this step, borrowed.
  @inline(__always)
  func id(of row: JSONNode) -> JSONNode? {
    // Most rows start with their id, so the first member is compared before a look-up.
    if let first = row.firstEntry, isKey(of: first) { return first.value }
    return member(of: row)
  }
}
