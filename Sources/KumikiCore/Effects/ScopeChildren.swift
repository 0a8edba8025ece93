/// The children of a node in the cancellation tree, by their keys.
struct ScopeChildren {
  /// The only child. Most nodes have one, in deep trees nearly all: its key is compared and not hashed,
  /// and there are no tables.
  private var only: ScopeNode?
  /// The structure of the collection that `only` is a row of, when its rows were last looked at.
  private var lookedAt: UInt64?
  /// By optic, since an operator asks for the children at its own optic.
  private var byOptic: [OpticID: ChildrenAtOptic] = [:]

  /// The children at one optic.
  private struct ChildrenAtOptic {
    var nodes: [ChildID: ScopeNode] = [:]
    var lookedAt: UInt64?
  }

  subscript(_ key: ScopeKey) -> ScopeNode? {
    if let only { return only.key == key ? only : nil }
    return byOptic[key.optic]?.nodes[key.child]
  }

  /// Adds a child whose key is not there yet.
  mutating func insert(_ child: ScopeNode, _ key: ScopeKey) {
    if let only, let first = only.key {
      byOptic[first.optic] = ChildrenAtOptic(nodes: [first.child: only], lookedAt: lookedAt)
      self.only = nil
      lookedAt = nil
    } else if byOptic.isEmpty {
      only = child
      return
    }
    byOptic[key.optic, default: ChildrenAtOptic()].nodes[key.child] = child
  }

  /// Removes a child. With the last child at an optic, the structure noted for its rows is forgotten too,
  /// because nobody updates it from then on.
  mutating func remove(_ key: ScopeKey) -> ScopeNode? {
    if let only {
      guard only.key == key else { return nil }
      self.only = nil
      lookedAt = nil
      return only
    }
    guard let child = byOptic[key.optic]?.nodes.removeValue(forKey: key.child) else { return nil }
    if byOptic[key.optic]!.nodes.isEmpty { byOptic[key.optic] = nil }
    return child
  }

  /// Calls `visit` with each child at an optic.
  func visit(at optic: OpticID, _ visit: (ScopeNode) -> Void) {
    if let only {
      if only.key?.optic == optic { visit(only) }
    } else if let there = byOptic[optic] {
      for child in there.nodes.values { visit(child) }
    }
  }

  /// Notes a structure. Returns false if there is no child at the optic, or the structure is the one noted last.
  mutating func noteLook(at optic: OpticID, structure: UInt64) -> Bool {
    if let only {
      guard only.key?.optic == optic, lookedAt != structure else { return false }
      lookedAt = structure
      return true
    }
    guard let there = byOptic[optic], there.lookedAt != structure else { return false }
    byOptic[optic]!.lookedAt = structure
    return true
  }

  func append(to nodes: inout [ScopeNode]) {
    if let only { nodes.append(only) }
    for children in byOptic.values { nodes += children.nodes.values }
  }
}
