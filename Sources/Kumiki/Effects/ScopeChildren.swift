/// The children of a node in the cancellation tree, by their keys.
struct ScopeChildren {
  /// The only child. Most nodes have one, in deep trees nearly all: its key is compared and not hashed,
  /// and there are no tables.
  private var only: ScopeNode?
  /// The structure of the collection that `only` is a row of, when its rows were last looked at.
  private var lookedAt: UInt64?
  /// By place, since an operator asks for the children at its own place.
  private var places: [Place: Occupants] = [:]

  /// The children at one place.
  private struct Occupants {
    var nodes: [Occupant: ScopeNode] = [:]
    var lookedAt: UInt64?
  }

  subscript(_ key: ScopeKey) -> ScopeNode? {
    if let only { return only.key == key ? only : nil }
    return places[key.place]?.nodes[key.occupant]
  }

  /// Adds a child whose key is not there yet.
  mutating func insert(_ child: ScopeNode, _ key: ScopeKey) {
    if let only, let first = only.key {
      places[first.place] = Occupants(nodes: [first.occupant: only], lookedAt: lookedAt)
      self.only = nil
      lookedAt = nil
    } else if places.isEmpty {
      only = child
      return
    }
    places[key.place, default: Occupants()].nodes[key.occupant] = child
  }

  /// Removes a child. With the last child at a place what was noted of its rows is forgotten too, because
  /// nobody updates it from then on.
  mutating func remove(_ key: ScopeKey) -> ScopeNode? {
    if let only {
      guard only.key == key else { return nil }
      self.only = nil
      lookedAt = nil
      return only
    }
    guard let child = places[key.place]?.nodes.removeValue(forKey: key.occupant) else { return nil }
    if places[key.place]!.nodes.isEmpty { places[key.place] = nil }
    return child
  }

  /// Calls `visit` with each child at a place.
  func visit(at place: Place, _ visit: (ScopeNode) -> Void) {
    if let only {
      if only.key?.place == place { visit(only) }
    } else if let there = places[place] {
      for child in there.nodes.values { visit(child) }
    }
  }

  /// Notes a structure; false where there is no child at the place, or the structure is the one that was
  /// noted last.
  mutating func noteLook(at place: Place, structure: UInt64) -> Bool {
    if let only {
      guard only.key?.place == place, lookedAt != structure else { return false }
      lookedAt = structure
      return true
    }
    guard let there = places[place], there.lookedAt != structure else { return false }
    places[place]!.lookedAt = structure
    return true
  }

  func append(to nodes: inout [ScopeNode]) {
    if let only { nodes.append(only) }
    for occupants in places.values { nodes += occupants.nodes.values }
  }
}
