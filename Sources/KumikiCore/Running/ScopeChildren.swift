/// A node of a tree whose children have keys.
protocol KeyedNode: AnyObject {
  /// Nil for the root.
  var key: ScopeKey? { get }
}

/// The children of a node in the cancellation tree, by their keys.
struct ScopeChildren<Node: KeyedNode> {
  /// The only child. Most nodes, and nearly all in deep trees, have one child: its key is compared and not hashed, and
  /// no tables are created.
  private var only: Node?
  /// How far the rows that include `only` were followed.
  private var seenRows = RowLogMark()
  /// By optic, because an operator looks up the children at its own optic.
  private var byOptic: [OpticID: ChildrenAtOptic] = [:]

  /// The children at one optic.
  private struct ChildrenAtOptic {
    var nodes: [ChildID: Node] = [:]
    var seenRows = RowLogMark()
  }

  subscript(_ key: ScopeKey) -> Node? {
    if let only { return only.key == key ? only : nil }
    return byOptic[key.optic]?.nodes[key.child]
  }

  /// Adds a child whose key is not present.
  mutating func insert(_ child: Node, _ key: ScopeKey) {
    if let only, let first = only.key {
      byOptic[first.optic] = ChildrenAtOptic(nodes: [first.child: only], seenRows: seenRows)
      self.only = nil
      seenRows = RowLogMark()
    } else if byOptic.isEmpty {
      only = child
      return
    }
    byOptic[key.optic, default: ChildrenAtOptic()].nodes[key.child] = child
  }

  /// Removes a child. If it is the last child at an optic, the mark of the rows is forgotten too, because it would no
  /// longer be moved.
  mutating func remove(_ key: ScopeKey) -> Node? {
    if let only {
      guard only.key == key else { return nil }
      self.only = nil
      seenRows = RowLogMark()
      return only
    }
    guard let child = byOptic[key.optic]?.nodes.removeValue(forKey: key.child) else { return nil }
    if byOptic[key.optic]!.nodes.isEmpty { byOptic[key.optic] = nil }
    return child
  }

  /// Calls `visit` with each child at an optic.
  func visit(at optic: OpticID, _ visit: (Node) -> Void) {
    if let only {
      if only.key?.optic == optic { visit(only) }
    } else if let there = byOptic[optic] {
      for child in there.nodes.values { visit(child) }
    }
  }

  /// Returns how far the rows at an optic were followed, initially the beginning; nil if no row has a node.
  func seenRows(at optic: OpticID) -> RowLogMark? {
    if let only { return only.key?.optic == optic ? seenRows : nil }
    return byOptic[optic]?.seenRows
  }

  /// Records how far the rows at an optic were followed. At least one of the rows has a node.
  mutating func noteSeenRows(at optic: OpticID, _ mark: RowLogMark) {
    if only == nil { byOptic[optic]?.seenRows = mark } else { seenRows = mark }
  }

  func append(to nodes: inout [Node]) {
    if let only { nodes.append(only) }
    for children in byOptic.values { nodes += children.nodes.values }
  }
}
