package import KumikiValues

extension StackElementID {
  package var json: JSON {
    JSON(integerLiteral: Int64(clamping: generation))
  }

  init?(_ node: JSONNode) {
    guard node.isInteger, node.integer >= 0 else { return nil }
    self.init(generation: UInt64(node.integer))
  }
}

extension JSONError {
  /// The error for an entry in a path that also has plain elements.
  static var mixedPath: JSONError {
    .expected(
      "a plain element as others here (all have ids, or none)", found: "an entry with an id")
  }
}

/// The two forms of a navigation path: with ids, and plain.
package enum JSONPathForm {
  static let id = JSONCase("id")
  static let element = JSONCase("element")

  /// Returns a path in the form with ids; plain elements get ids. Nil if it is not an array.
  package static func normalized(_ path: JSON, _ identifiers: Identifiers) -> JSON? {
    path.withNode { node in
      guard node.isArray else { return nil }
      if isLong(node) {
        for item in node.children {
          if let id = idOfEntry(item) { identifiers.noteStackElement(id) }
        }
        return path
      }
      return JSON(
        elements: node.children.map { entry(JSON(borrowing: $0), identifiers.stackElementID()) })
    }
  }

  /// Whether every item has exactly `id`, an integer, and `element`.
  static func isLong(_ array: JSONNode) -> Bool {
    array.children.allSatisfy { idOfEntry($0) != nil }
  }

  /// Returns the element of an entry; nil if the item is not an entry.
  static func element(ofEntry item: JSONNode) -> JSONNode? {
    idOfEntry(item) == nil ? nil : element.member(of: item)
  }

  /// Returns why an apparent entry cannot be a plain element of a path of cases; nil for any other value.
  static func mismatch(entry item: JSONNode) -> JSONError? {
    if idOfEntry(item) != nil { return .mixedPath }
    guard item.isObject, item.memberCount == 2, element.member(of: item) != nil,
      let id = id.member(of: item)
    else { return nil }
    return JSONError.expected("an integer from 0 on", found: id).below(Self.id.name)
  }

  private static func idOfEntry(_ item: JSONNode) -> StackElementID? {
    guard item.isObject, item.memberCount == 2,
      element.member(of: item) != nil
    else { return nil }
    return id.member(of: item).flatMap(StackElementID.init)
  }

  /// Returns an entry unchanged; any other value as an element with the next id. Steals the item.
  static func entry(of item: JSONNode, _ identifiers: Identifiers) -> JSONNode {
    guard let id = idOfEntry(item) else {
      return entry(JSON(stealing: item), identifiers.stackElementID()).retained()
    }
    identifiers.noteStackElement(id)
    return item
  }

  /// `{"id": N, "element": S}`
  static func entry(_ element: JSON, _ id: StackElementID) -> JSON {
    JSON(members: [(Self.id.name, id.json), (Self.element.name, element)])
  }
}
