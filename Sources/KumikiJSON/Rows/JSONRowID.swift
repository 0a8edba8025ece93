/// The id of a row: a borrowed pointer while an action is being handled, or an owned reference.
///
/// As ``JSONAction``: asked for and compared without making or counting anything, and kept only where
/// something outlives the call.
package struct JSONRowID: Hashable, @unchecked Sendable {
  // Immutable; a borrowed one does not leave the thread that handles it.
  let node: JSONNode
  private let owner: JSON?

  /// Valid while whoever handed out `node` keeps it.
  init(borrowing node: JSONNode) {
    self.node = node
    owner = nil
  }

  init(_ id: JSON) {
    node = id.node
    owner = id
  }

  /// The same id, good for keeping.
  var owned: JSONRowID { owner == nil ? JSONRowID(JSON(borrowing: node)) : self }

  var json: JSON { owner ?? JSON(borrowing: node) }

  package static func == (left: Self, right: Self) -> Bool { left.node.isEqual(to: right.node) }
  package func hash(into hasher: inout Hasher) { hasher.combine(node.rowHash) }
}

extension JSONRowID: CustomStringConvertible {
  package var description: String { json.description }
}
