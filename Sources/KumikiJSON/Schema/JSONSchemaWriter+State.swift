internal import KumikiValues

// The schema of a reducer's states: their declared shape, with each child's schema at its place.
extension JSONSchemaWriter {
  mutating func state(_ shape: JSONShape) -> JSON {
    once(shape, isAction: false) { $0.state(of: shape) }
  }

  /// - Parameter known: the only valid cases of a state, if they are known.
  private mutating func state(of shape: JSONShape, known: [JSONCase]? = nil) -> JSON {
    var schema = JSONSchema.anything
    var places: [JSONShape] = []
    var cases: [JSONStatePart] = []
    for member in flattenedMembers(of: shape) {
      switch member.content {
      case .declared(let form): schema = schema.and(self.schema(form))
      case .recursion, .history: schema = schema.and(state(member.members[0]))
      case .all: schema = schema.and(state(member))
      case .substate(let kind): schema = schema.and(substate(kind, isAction: false))
      case .part(let part), .slot(let part), .rows(let part, _):
        if part.isCase { cases.append(part) } else { places.append(member) }
      case .none, .choice, .binding, .cases, .holder, .watcher, .requests: break
      }
    }
    for place in places { schema = adding(place, to: schema) }
    return cases.isEmpty && known == nil ? schema : schema.and(enumeration(cases, known))
  }

  /// Returns the members of a shape's `all`, flattened. A recursion is kept as one member and not expanded.
  ///
  /// - Parameter joined: whether to also flatten an undoable reducer whose cases are combined with others.
  func flattenedMembers(of shape: JSONShape, joined: Bool = false) -> [JSONShape] {
    var flattened: [JSONShape] = []
    var isJoined = false
    _ = shape.here { next in
      switch next.content {
      case .all(let members, let isJoin) where next === shape || !isRecursive(next):
        isJoined = isJoined || joined && isJoin
        return members
      case .history(_, let child) where isJoined && next.has(.namesCases): return [child]
      default:
        flattened.append(next)
        return []
      }
    }
    return flattened
  }

  private mutating func adding(_ place: JSONShape, to schema: JSON) -> JSON {
    guard let part = place.part else { return schema }
    var content = child(of: part)
    var mayBeNull = part.isOptional
    if case .rows(_, let form) = place.content {
      mayBeNull = true
      if form.isPath {
        // Null is not a case, but the store accepts it as an element.
        let mayBeNull = part.isEnum && part.child.mismatch(of: .null) == nil
        content = JSONSchema.path(of: mayBeNull && !content.saysNothing ? content.orNull : content)
      } else {
        let row = JSONSchema.object([], required: [form.idKey.name])
        content = JSONSchema.array(of: row.joined(with: content))
      }
    }
    return schema.setting(
      mayBeNull && !content.saysNothing ? content.orNull : content, at: part.keys[...])
  }

  /// Returns the schema of a child's state; for an enum, one of its cases.
  mutating func child(of part: JSONStatePart) -> JSON {
    guard part.isEnum else { return state(part.child) }
    if let known = part.knownCases { return state(of: part.child, known: known) }
    return state(part.child).and(JSONSchema.cases([], isOpen: true))
  }

  private mutating func enumeration(_ parts: [JSONStatePart], _ known: [JSONCase]?) -> JSON {
    var cases: [JSONSchema.Case] = []
    for part in parts {
      let mayBeBare = part.child.mismatch(of: .null) == nil
      let content = child(of: part)
      let payload = part.isEnum && mayBeBare ? content.orNull : content
      cases.add(JSONSchema.Case(name: part.keys[0], payload: payload, mayBeBare: mayBeBare))
    }
    for known in known ?? [] where !cases.contains(where: { $0.isNamed(known.name) }) {
      cases.append(
        JSONSchema.Case(name: known.name, payload: JSONSchema.anything, mayBeBare: true))
    }
    if known != nil { return JSONSchema.cases(cases) }
    let properties = cases.filter { !$0.payload!.saysNothing }.map { ($0.name, $0.payload!) }
    let full = cases.filter { !$0.mayBeBare }.map(\.name)
    var members: [(String, JSON)] = []
    if !full.isEmpty { members.append(("not", ["enum": JSONSchema.texts(full)])) }
    if !properties.isEmpty { members.append(("properties", JSON(members: properties))) }
    return members.isEmpty ? JSONSchema.anything : JSON(members: members)
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
