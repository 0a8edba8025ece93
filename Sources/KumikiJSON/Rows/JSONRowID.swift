/// The id of a row: a borrowed pointer or an owned reference, like ``JSONAction``.
package struct JSONRowID: Hashable, CustomStringConvertible, @unchecked Sendable {
  // Immutable; a borrowed one stays on the thread that handles it.
  let node: JSONNode
  private let owner: JSON?

  /// Valid as long as the owner of `node` keeps it.
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
