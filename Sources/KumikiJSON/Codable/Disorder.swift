internal import KumikiValues

/// The collections whose order differs between processes: the elements of a set, and the pairs of a
/// dictionary. They are written in the order of their JSON.
enum Disorder {
  case set, dictionary

  init?(_ type: Any.Type) {
    if TypeMetadata.isDictionary(type) {
      self = .dictionary
    } else if TypeMetadata.isSet(type) {
      self = .set
    } else {
      return nil
    }
  }

  /// Returns the same JSON in order. Consumes it.
  func sorted(_ json: JSONNode) throws(JSONError) -> JSONNode {
    if json.isObject { return try json.withSortedKeys() }
    // A dictionary whose keys are not strings is an array of alternating keys and values.
    return try json.withSortedElements(inGroupsOf: self == .set ? 1 : 2)
  }

  /// Returns the positions of JSON values in order: numbers by value, then strings by their bytes, then
  /// arrays and objects by their JSON text.
  fileprivate static func order(_ nodes: [JSONNode]) throws(JSONError) -> [Int] {
    var keys: [(prefix: UInt64, key: JSONSortKey)] = []
    keys.reserveCapacity(nodes.count)
    for node in nodes {
      let key = JSONSortKey(node, .text)
      if key.lacksText { throw .outOfMemory }
      keys.append((key.prefix, key))
    }
    return orderedPositions(keys.count) { one, other in
      if keys[one].prefix != keys[other].prefix { return keys[one].prefix < keys[other].prefix }
      return keys[one].key.compare(with: keys[other].key) < 0
    }
  }
}

extension JSONSortKey {
  /// Whether memory ran out for the JSON text of an array or an object.
  fileprivate var lacksText: Bool {
    switch self {
    case .array(let container), .object(let container): container?.text == nil
    default: false
    }
  }
}

extension JSONNode {
  /// Returns the same members, sorted by the bytes of their keys. Consumes the object.
  fileprivate func withSortedKeys() throws(JSONError) -> JSONNode {
    guard memberCount > 1 else { return self }
    defer { release() }
    guard let sorted = Self.object() else { throw .outOfMemory }
    for member in members.ordered(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard sorted.set(member.key, stealing: member.value.retained()) else {
        sorted.release()
        throw .outOfMemory
      }
    }
    return sorted
  }

  /// Returns the same groups of elements, sorted by the first element of each. Consumes the array.
  fileprivate func withSortedElements(inGroupsOf size: Int) throws(JSONError) -> JSONNode {
    guard elementCount > size else { return self }
    defer { releaseDeep() }
    let elements = Array(children)
    let order = try Disorder.order(
      stride(from: 0, to: elements.count, by: size).map { elements[$0] })
    guard let sorted = Self.array() else { throw .outOfMemory }
    for group in order {
      for element in elements[(group * size)..<min((group + 1) * size, elements.count)] {
        guard sorted.append(stealing: element.retained()) else {
          sorted.releaseDeep()
          throw .outOfMemory
        }
      }
    }
    return sorted
  }
}

// MARK: - Following a pointer

/// A value that may be written as an array, and finds an element without visiting the elements before it.
protocol EncodableArray {
  /// Continues in the element that the pointer leads to, if the element exists. Returns false for a value
  /// that is not written as an array.
  func followElement(in node: EncodingNode) throws(JSONError) -> Bool
}

extension EncodableArray where Self: RandomAccessCollection, Index == Int, Element: Encodable {
  func followElement(in node: EncodingNode) throws(JSONError) -> Bool {
    if let index = node.nextSegment?.index, index < count {
      try node.followElement(self[index], at: index)
    }
    return true
  }
}

extension Array: EncodableArray where Element: Encodable {}

extension IdentifiedArray: EncodableArray where Element: Encodable {}

extension Set: EncodableArray where Element: Encodable {
  func followElement(in node: EncodingNode) throws(JSONError) -> Bool {
    if let index = node.nextSegment?.index, index < count {
      let elements = Array(self)
      let order = try node.order(elements)
      try node.followElement(elements[order[index]], at: index)
    }
    return true
  }
}

extension Dictionary: EncodableArray where Key: Encodable, Value: Encodable {
  func followElement(in node: EncodingNode) throws(JSONError) -> Bool {
    if Key.self is any CodingKeyRepresentable.Type { return false }
    if let index = node.nextSegment?.index, index < 2 * count {
      let keys = Array(keys)
      let key = keys[try node.order(keys)[index / 2]]
      if index.isMultiple(of: 2) {
        try node.followElement(key, at: index)
      } else if let value = self[key] {
        try node.followElement(value, at: index)
      }
    }
    return true
  }
}

extension EncodingNode {
  fileprivate func followElement<T: Encodable>(_ value: T, at index: Int) throws(JSONError) {
    passed = index
    try followElement(value)
  }

  /// Returns the positions of values in the order of their JSON.
  fileprivate func order<T: Encodable>(_ values: [T]) throws(JSONError) -> [Int] {
    var written: [JSON] = []
    for value in values {
      written.append(JSON(stealing: try Self.json(for: value, in: self, at: .index(written.count))))
    }
    return try withExtendedLifetime(written) { () throws(JSONError) in
      try Disorder.order(written.map { $0.node })
    }
  }
}
