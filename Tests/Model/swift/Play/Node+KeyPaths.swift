import Kumiki

// The places of operators, as key paths: `\Node.[slot: ["sheet"]]`.
extension Node {
  /// A part that is always present. Null is not written where the value is missing.
  subscript(part steps: [String]) -> Node {
    get { found(steps)?.inner ?? Node(.null, shape) }
    set {
      _ = modify(steps[...]) { node, shape in
        if node == nil, newValue.value.isNull { return }
        node = Node.holding(newValue, in: shape)
      }
    }
  }

  /// An optional child.
  subscript(child steps: [String]) -> Occupant? {
    get { if case .child(let occupant)? = found(steps)?.content { occupant } else { nil } }
    set {
      _ = modify(steps[...]) { node, shape in
        if node != nil || newValue != nil { node = Node(.child(newValue), shape) }
      }
    }
  }

  /// A slot. An empty slot is not added where the value is missing.
  subscript(slot steps: [String]) -> PresentationState<Occupant> {
    get {
      if case .slot(let slot)? = found(steps)?.content { return slot }
      return PresentationState(wrappedValue: nil)
    }
    set {
      _ = modify(steps[...]) { node, shape in
        if node != nil || newValue.wrappedValue != nil { node = Node(.slot(newValue), shape) }
      }
    }
  }

  subscript(rows steps: [String], idKey: String) -> IdentifiedArray<Value, Node> {
    get {
      if case .rows(let rows)? = found(steps)?.content { return rows }
      return IdentifiedArray(id: \Node.[id: idKey])
    }
    set {
      _ = modify(steps[...]) { node, shape in
        if node?.isRows ?? !newValue.isEmpty { node = Node(.rows(newValue), shape) }
      }
    }
  }

  subscript(path steps: [String]) -> StackState<Node> {
    get { if case .path(let path)? = found(steps)?.content { path } else { StackState() } }
    set {
      _ = modify(steps[...]) { node, shape in
        if node?.isPath ?? false || !newValue.isEmpty { node = Node(.path(newValue), shape) }
      }
    }
  }

  /// The id of a row, null if it has none.
  subscript(id key: String) -> Value {
    get { found([key])?.value ?? .null }
    set { _ = modify([key]) { node, shape in node = Node(newValue, shape) } }
  }

  /// The value that an effect follows: neither null nor false.
  subscript(followed steps: [String]) -> Value? {
    let value = found(steps)?.value
    return value?.isNull ?? true || value == .bool(false) ? nil : value
  }

  /// An optional part, for a view; null is nil.
  subscript(view steps: [String]) -> Node? {
    let node = found(steps)?.inner
    return node?.value.isNull == true ? nil : node
  }

  private var isRows: Bool { if case .rows = content { true } else { false } }
  private var isPath: Bool { if case .path = content { true } else { false } }

  /// The result of a scope for a part, in the form of its place.
  private static func holding(_ part: Node, in shape: Shape) -> Node {
    switch shape.role {
    case .plain: Node(part.content, shape)
    default: Node(part.value, shape)
    }
  }
}

/// The cases of a state: `\.[part: "menu"]`.
extension Node: CasePathable {
  package struct AllCasePaths {
    /// A case whose payload a scope runs on.
    subscript(part name: String) -> CasePath<Node, Node> {
      CasePath(
        embed: { payload in
          guard let whole = payload.shape.parent else { return payload }
          return Node(.object([name: payload]), whole)
        },
        extract: { whole in
          guard case .object(let members) = whole.content, members.count == 1 else { return nil }
          return members[name]
        })
    }

    /// The payload of a case, which an effect follows. It is never written.
    subscript(followed name: String) -> CasePath<Node, Value> {
      CasePath(
        embed: { _ in preconditionFailure("nothing is written by what follows the state") },
        extract: { whole in
          guard case .object(let members) = whole.content, members.count == 1 else { return nil }
          return members[name]?.value
        })
    }

    /// A case whose payload is a child with an identity.
    subscript(child name: String) -> CasePath<Node, Occupant> {
      CasePath(
        embed: { occupant in
          let place = occupant.node.shape.parent
          guard let place, let whole = place.parent else { return occupant.node }
          return Node(.object([name: Node(.child(occupant), place)]), whole)
        },
        extract: { whole in
          guard case .object(let members) = whole.content, members.count == 1,
            case .child(let occupant)? = members[name]?.content
          else { return nil }
          return occupant
        })
    }
  }

  package static var allCasePaths: AllCasePaths { AllCasePaths() }
}
