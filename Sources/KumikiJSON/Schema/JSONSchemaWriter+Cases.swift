internal import KumikiValues

// The declared cases of a reducer's actions; for combined reducers, the cases of all of them.
extension JSONSchemaWriter {
  /// Returns the lists of declared cases. An action must be in each list.
  mutating func namedCases(of shape: JSONShape) -> [[JSONSchema.Case]] {
    switch shape.content {
    case .cases(let form): return [cases(form)]
    case .all(let members, isJoin: true): return [joined(members)]
    case .all(let members, isJoin: false):
      var lists: [[JSONSchema.Case]] = []
      for member in members where !isRecursive(member) { lists += namedCases(of: member) }
      return lists
    default: return []
    }
  }

  /// Returns the cases that any of the combined reducers declares, each valid for all that declare it.
  private mutating func joined(_ shapes: [JSONShape]) -> [JSONSchema.Case] {
    var all: [JSONSchema.Case] = []
    for shape in shapes where shape.has(.namesCases) {
      for named in inOneList(shape) { all.add(named) }
    }
    return all
  }

  /// Returns the cases that one of the reducers declares: those in each of its lists.
  private mutating func inOneList(_ shape: JSONShape) -> [JSONSchema.Case] {
    if case .history(let undo, let child) = shape.content {
      return inOneList(child) + undo.cases
    }
    var lists = namedCases(of: shape)[...]
    if case .all(let members, isJoin: false) = shape.content {
      for member in members where member.has(.namesCases) {
        if case .history = member.content { lists.append(inOneList(member)) }
      }
    }
    let first = lists.popFirst() ?? []
    return lists.reduce(first) { known, list in
      known.compactMap { each in list.first { $0.isNamed(each.name) }.map(each.and) }
    }
  }
}

extension [JSONSchema.Case] {
  /// Adds a case, or adds its schema to a case of the same name.
  mutating func add(_ named: JSONSchema.Case) {
    if let index = firstIndex(where: { $0.isNamed(named.name) }) {
      self[index] = self[index].and(named)
    } else {
      append(named)
    }
  }
}

extension JSONSchema.Case {
  func isNamed(_ other: String) -> Bool { JSONCase(name) == JSONCase(other) }

  /// Returns the case with both schemas of its payload.
  func and(_ other: JSONSchema.Case) -> JSONSchema.Case {
    JSONSchema.Case(
      name: name,
      payload: payload.map { $0.and(other.payload ?? JSONSchema.nothing) }
        ?? other.payload.map { _ in JSONSchema.nothing },
      mayBeBare: mayBeBare && other.mayBeBare, isPrivate: isPrivate || other.isPrivate)
  }
}
