internal import Kumiki

// The schema of a reducer's states: their declared form, with each child's schema at its place.
extension JSONSchemaWriter {
  mutating func state(_ shape: JSONShape) -> JSON {
    once(shape, isAction: false) { $0.state(of: shape) }
  }

  /// - Parameter known: the only valid cases of a state, if they are known.
  private mutating func state(of shape: JSONShape, known: [String]? = nil) -> JSON {
    var schema = JSONSchema.anything
    var parts: [JSONShape] = []
    for member in besides(shape) {
      switch member.kind {
      case .declared: if let form = member.declared { schema = schema.and(self.schema(form)) }
      case .recursion, .history: schema = schema.and(state(member.child))
      case .all: schema = schema.and(state(member))
      case .substate: schema = schema.and(substate(member, isAction: false))
      case .part, .slot, .rows: parts.append(member)
      case .none, .choice, .binding, .cases, .holder: break
      }
    }
    for part in parts where !part.isCase { schema = adding(part, to: schema) }
    let cases = parts.filter(\.isCase)
    return cases.isEmpty && known == nil ? schema : schema.and(enumeration(cases, known))
  }

  /// The schema that the types of a feature in another language determine.
  mutating func substate(_ shape: JSONShape, isAction: Bool) -> JSON {
    shape.substateKind?.schema(isAction, &self) ?? JSONSchema.anything
  }

  /// The members of a shape's `all`, flattened. A recursion is kept as one member and not expanded.
  ///
  /// - Parameter joined: whether to also flatten an undoable reducer whose cases are combined with others.
  func besides(_ shape: JSONShape, joined: Bool = false) -> [JSONShape] {
    var members: [JSONShape] = []
    var met: Set<ObjectIdentifier> = []
    var isJoined = joined && shape.isJoin
    var waiting = shape.kind == .all ? Array(shape.children.reversed()) : [shape]
    while let next = waiting.popLast() {
      guard met.insert(ObjectIdentifier(next)).inserted else { continue }
      if next.kind == .all, !isRecursive(next) {
        isJoined = isJoined || joined && next.isJoin
        waiting += next.children.reversed()
      } else if isJoined, next.kind == .history, next.namesCases {
        waiting.append(next.child)
      } else {
        members.append(next)
      }
    }
    return members
  }

  private mutating func adding(_ part: JSONShape, to schema: JSON) -> JSON {
    let content = content(of: part)
    let mayBeNull = part.isOptional || part.kind == .rows
    return schema.setting(
      mayBeNull && !content.saysNothing ? content.orNull : content, at: part.keys[...])
  }

  /// The schema of the value at an operator's place, if it exists.
  private mutating func content(of part: JSONShape) -> JSON {
    guard let form = part.form else { return child(of: part) }
    guard form.isPath else {
      let row = JSONSchema.object([], required: [form.idKey.name])
      return JSONSchema.array(of: row.joined(with: child(of: part)))
    }
    // Null names no case, and the store accepts it as an element.
    let element = child(of: part)
    let mayBeNull = part.isEnum && part.child.mismatch(of: .null) == nil
    return Self.path(of: mayBeNull && !element.saysNothing ? element.orNull : element)
  }

  /// A child's state; for an enum, one of its cases.
  mutating func child(of part: JSONShape) -> JSON {
    guard part.isEnum else { return state(part.child) }
    if part.options.knowsCases, let known = part.knownStateCases {
      return state(of: part.child, known: known)
    }
    return state(part.child).and(JSONSchema.cases([], isOpen: true))
  }

  /// A navigation path in either form.
  static func path(of element: JSON) -> JSON {
    if element.saysNothing { return JSONSchema.type("array") }
    let (id, inside) = (JSONPathForm.id.name, JSONPathForm.element.name)
    let entry = JSONSchema.object(
      [(id, JSONSchema.natural), (inside, JSONSchema.anything)], required: [id, inside],
      isOpen: false)
    let elements: JSON = ["properties": JSON(members: [(inside, element)])]
    // Only if all items are entries, their elements are checked instead of the items.
    return [
      "type": "array", "if": ["items": entry], "then": ["items": elements],
      "else": ["items": element],
    ]
  }

  private mutating func enumeration(_ parts: [JSONShape], _ known: [String]?) -> JSON {
    var cases: [(name: String, payload: JSON, mayBeBare: Bool)] = []
    for part in parts {
      let mayBeBare = part.child.mismatch(of: .null) == nil
      let content = child(of: part)
      let payload = part.isEnum && mayBeBare ? content.orNull : content
      if let index = cases.firstIndex(where: { JSONCase($0.name) == JSONCase(part.keys[0]) }) {
        cases[index].payload = cases[index].payload.and(payload)
        cases[index].mayBeBare = cases[index].mayBeBare && mayBeBare
      } else {
        cases.append((part.keys[0], payload, mayBeBare))
      }
    }
    for name in known ?? [] where !cases.contains(where: { JSONCase($0.name) == JSONCase(name) }) {
      cases.append((name, JSONSchema.anything, true))
    }
    if known == nil {
      let properties = cases.filter { !$0.payload.saysNothing }.map { ($0.name, $0.payload) }
      let full = cases.filter { !$0.mayBeBare }.map(\.name)
      var members: [(String, JSON)] = []
      if !full.isEmpty { members.append(("not", ["enum": JSONSchema.texts(full)])) }
      if !properties.isEmpty { members.append(("properties", JSON(members: properties))) }
      return members.isEmpty ? JSONSchema.anything : JSON(members: members)
    }
    return JSONSchema.cases(
      cases.map { JSONSchema.Case(name: $0.name, payload: $0.payload, mayBeBare: $0.mayBeBare) })
  }
}

extension JSON {
  /// Merges two object schemas into one when `other` describes an object; otherwise combines them with
  /// `allOf`.
  fileprivate func joined(with other: JSON) -> JSON {
    guard other[key: "type"]?.string == "object", let mine = self[key: "required"]?[index: 0]
    else { return and(other) }
    let required = other[key: "required"] ?? JSON(elements: [])
    let all = (0..<required.count).map { required[index: $0]! }
    return all.contains(mine)
      ? other : other.setting("required", to: JSON(elements: [mine] + all))
  }
}
