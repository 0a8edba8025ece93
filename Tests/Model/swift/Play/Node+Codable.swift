import Kumiki
import KumikiJSON

// A state as a part of a tree in C. Slots, rows and paths are written and read in their own types, so
// that the engine sees them on its way through the JSON.

/// The shape of the value being read: JSON does not contain the types of places.
package enum ShapeOfReading {
  // Cases are played on one thread.
  nonisolated(unsafe) private(set) static var current: Shape?

  package static func with<Result>(
    _ shape: Shape, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = current
    current = shape
    defer { current = outer }
    return try body()
  }
}

/// The value to be read has no shape.
private struct NoShape: Error {}

private struct Name: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue _: Int) { nil }
}

extension Value: Codable {
  package init(from decoder: any Decoder) throws { self.init(try JSON(from: decoder)) }
  package func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension Occupant: Codable {
  package init(from decoder: any Decoder) throws {
    guard let shape = ShapeOfReading.current, case .slot(let form) = shape.role else {
      throw NoShape()
    }
    let node = try ShapeOfReading.with(shape.inside) { try Node(from: decoder) }
    self.init(node, form)
  }

  package func encode(to encoder: any Encoder) throws { try node.encode(to: encoder) }
}

extension Node: Codable {
  package func encode(to encoder: any Encoder) throws {
    switch content {
    case .scalar(let value): try value.encode(to: encoder)
    case .object(let members):
      var container = encoder.container(keyedBy: Name.self)
      for (name, node) in members.sorted(by: { $0.key < $1.key }) {
        try container.encode(node, at: Name(stringValue: name))
      }
    case .array(let elements): try elements.encode(to: encoder)
    case .child(let occupant): try occupant.encode(to: encoder)
    case .slot(let slot): try slot.encode(to: encoder)
    case .rows(let rows): try rows.encode(to: encoder)
    case .path(let path): try path.encode(to: encoder)
    }
  }

  package init(from decoder: any Decoder) throws {
    guard let shape = ShapeOfReading.current else { throw NoShape() }
    let value = try Value(from: decoder)
    guard case .object(let members) = value else {
      self.init(value, shape)
      return
    }
    let container = try decoder.container(keyedBy: Name.self)
    var nodes: [String: Node] = [:]
    for name in shape.inOrder(members.keys) {
      nodes[name] = try container.decode(Name(stringValue: name), shape[member: name])
    }
    self.init(.object(nodes), shape)
  }
}

extension KeyedEncodingContainer<Name> {
  /// By the type at the place.
  fileprivate mutating func encode(_ node: Node, at key: Name) throws {
    switch node.content {
    case .slot(let slot): try encode(slot, forKey: key)
    case .rows(let rows): try encode(rows, forKey: key)
    case .path(let path): try encode(path, forKey: key)
    case .child(let occupant): try encode(occupant, forKey: key)
    case .scalar, .object, .array: try encode(node, forKey: key)
    }
  }
}

extension KeyedDecodingContainer<Name> {
  /// The value at a key, in the form of its place. Null has no elements.
  fileprivate func decode(_ key: Name, _ shape: Shape) throws -> Node {
    switch shape.role {
    case .slot:
      return try ShapeOfReading.with(shape) {
        Node(.slot(try decode(PresentationState<Occupant>.self, forKey: key)), shape)
      }
    case .child(let form):
      if try decodeNil(forKey: key) { return Node(.child(nil), shape) }
      return Node(.child(Occupant(try read(key, shape.inside), form)), shape)
    case .rows(let idKey) where try !decodeNil(forKey: key):
      return Node(.rows(try rows(key, shape.inside, idKey)), shape)
    case .path where try !decodeNil(forKey: key):
      return try ShapeOfReading.with(shape.inside) {
        Node(.path(try decode(StackState<Node>.self, forKey: key)), shape)
      }
    default: return try read(key, shape)
    }
  }

  private func read(_ key: Name, _ shape: Shape) throws -> Node {
    try ShapeOfReading.with(shape) { try decode(Node.self, forKey: key) }
  }

  private func rows(
    _ key: Name, _ shape: Shape, _ idKey: String
  ) throws -> IdentifiedArray<Value, Node> {
    let nodes = try ShapeOfReading.with(shape) { try decode([Node].self, forKey: key) }
    return IdentifiedArray(nodes, id: \Node.[id: idKey])
  }
}
