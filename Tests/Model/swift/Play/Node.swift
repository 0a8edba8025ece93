import Kumiki

/// A state: a JSON value with slots, rows and paths at the places of a feature's operators. Each
/// has the engine's own type, so that the operators work on it as on any state.
package struct Node: Equatable, Sendable {
  indirect enum Content: Equatable, Sendable {
    case scalar(Value)
    case object([String: Node])
    case array([Node])
    case child(Occupant?)
    case slot(PresentationState<Occupant>)
    case rows(IdentifiedArray<Value, Node>)
    case path(StackState<Node>)
  }

  var content: Content
  let shape: Shape

  init(_ content: Content, _ shape: Shape) {
    self.content = content
    self.shape = shape
  }

  package static func == (left: Node, right: Node) -> Bool { left.content == right.content }
}

extension Node {
  /// Reads a value in the form of its place.
  package init(_ value: Value, _ shape: Shape) {
    switch (shape.role, value) {
    case (.child(let form), _):
      self.init(.child(value.isNull ? nil : Occupant(value, shape.inside, form)), shape)
    case (.slot(let form), _):
      let occupant = value.isNull ? nil : Occupant(value, shape.inside, form)
      self.init(.slot(PresentationState(wrappedValue: occupant)), shape)
    case (.rows(let idKey), .array(let elements)):
      self.init(.rows(.reading(elements, shape.inside, idKey)), shape)
    case (.path, .array(let elements)): self.init(.path(.reading(elements, shape.inside)), shape)
    case (_, .object(let members)):
      let nodes = shape.inOrder(members.keys).map { name in
        (name, Node(members[name] ?? .null, shape[member: name]))
      }
      self.init(.object(Dictionary(uniqueKeysWithValues: nodes)), shape)
    case (_, .array(let elements)):
      let nodes = elements.enumerated().map { Node($1, shape[member: String($0)]) }
      self.init(.array(nodes), shape)
    default: self.init(.scalar(value), shape)
    }
  }

  package var value: Value {
    switch content {
    case .scalar(let value): value
    case .object(let members): .object(members.mapValues(\.value))
    case .array(let elements): .array(elements.map(\.value))
    case .child(let occupant): occupant?.node.value ?? .null
    case .slot(let slot): slot.wrappedValue?.node.value ?? .null
    case .rows(let rows): .array(rows.map(\.value))
    case .path(let path): path.value
    }
  }

  /// The value here, as seen through a slot or an optional.
  var inner: Node? {
    switch content {
    case .child(let occupant): occupant?.node
    case .slot(let slot): slot.wrappedValue?.node
    default: self
    }
  }

  /// The case of the state, and its payload, null if it has none.
  var asCase: (name: String, payload: Node?)? {
    switch content {
    case .scalar(.text(let name)): (name, nil)
    case .object(let members) where members.count == 1:
      members.first.map { ($0.key, $0.value) }
    default: nil
    }
  }
}

extension Value {
  /// The id and the element of an entry in the long form.
  var entry: (id: StackElementID, element: Value)? {
    guard let members = object, members.count == 2, let id = members["id"]?.count,
      let element = members["element"]
    else { return nil }
    return (StackElementID(generation: id), element)
  }
}

extension IdentifiedArray<Value, Node> {
  static func reading(_ elements: [Value], _ shape: Shape, _ idKey: String) -> Self {
    Self(elements.map { Node($0, shape) }, id: \Node.[id: idKey])
  }
}

extension StackState<Node> {
  /// The elements with their ids.
  var value: Value {
    .array(zip(ids, self).map { .object(["id": $0.value, "element": $1.value]) })
  }

  /// Reads both forms of a path: elements, and elements with their ids. An element gets its id
  /// before its content is made.
  static func reading(_ elements: [Value], _ shape: Shape) -> Self {
    var path = StackState()
    let entries = elements.compactMap(\.entry)
    if entries.count == elements.count {
      for (id, element) in entries where !path.contains(id: id) {
        path.push(Node(element, shape), as: id)
      }
    } else {
      for _ in elements { path.append(Node(.scalar(.null), shape)) }
      for (index, element) in elements.enumerated() { path[index] = Node(element, shape) }
    }
    return path
  }
}
