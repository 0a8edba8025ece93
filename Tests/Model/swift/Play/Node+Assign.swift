import Kumiki

// A whole value written over another one. It is assigned part by part: a presentation in it continues
// if the same one is presented in the same place, as when each slot is assigned alone.
extension Node {
  /// A value in the form of its place, written over the present value.
  static func assigned(_ value: Value, over old: Node?, _ shape: Shape) -> Node {
    switch (shape.role, old?.content, value) {
    case (.slot(let form), .slot(var slot)?, _):
      slot.wrappedValue = .assigned(value, over: slot.wrappedValue, shape.inside, form)
      return Node(.slot(slot), shape)
    case (.child(let form), .child(let occupant)?, _):
      return Node(.child(.assigned(value, over: occupant, shape.inside, form)), shape)
    case (.rows(let idKey), .rows(let rows)?, .array(let elements)):
      let nodes = elements.map { element in
        assigned(element, over: rows[id: element[idKey] ?? .null], shape.inside)
      }
      return Node(.rows(IdentifiedArray(nodes, id: \Node.[id: idKey])), shape)
    case (.path, .path(let path)?, .array(let elements))
    where elements.allSatisfy { $0.entry != nil }:
      return Node(.path(assigned(elements, over: path, shape.inside)), shape)
    case (.plain, .object(let nodes)?, .object(let members)):
      let new = shape.inOrder(members.keys).map { name in
        (name, assigned(members[name] ?? .null, over: nodes[name], shape[member: name]))
      }
      return Node(.object(Dictionary(uniqueKeysWithValues: new)), shape)
    default: return Node(value, shape)
    }
  }

  private static func assigned(
    _ entries: [Value], over old: StackState<Node>, _ shape: Shape
  ) -> StackState<Node> {
    var path = StackState<Node>()
    for (id, element) in entries.compactMap(\.entry) where !path.contains(id: id) {
      path.push(assigned(element, over: old[id: id], shape), as: id)
    }
    return path
  }
}

extension Occupant? {
  /// A value with the same identity is the next state of the present value; an alert is always
  /// another one.
  fileprivate static func assigned(
    _ value: Value, over old: Occupant?, _ shape: Shape, _ form: Form
  ) -> Occupant? {
    if value.isNull { return nil }
    // Checked before it is made: a path in it takes ids.
    guard case .lasting(let before)? = old, before.id == form.identity(of: value) else {
      return Occupant(value, shape, form)
    }
    return Occupant(Node.assigned(value, over: before.node, shape), form)
  }
}
