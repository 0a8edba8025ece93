internal import KumikiValues

// The declared cases of a reducer's actions; for combined reducers, those of all.
extension JSONSchemaWriter {
  /// The lists of cases. An action must be in each list.
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

  /// The cases that any of the combined reducers declares, each valid by all that declare it.
  private mutating func joined(_ shapes: [JSONShape]) -> [JSONSchema.Case] {
    var all: [JSONSchema.Case] = []
    for shape in shapes where shape.has(.namesCases) {
      for named in inOneList(shape) { all.add(named) }
    }
    return all
  }

  /// The cases that one of the reducers declares: those in each of its lists.
  private mutating func inOneList(_ shape: JSONShape) -> [JSONSchema.Case] {
    if case .history(let undo, let child) = shape.content {
      return inOneList(child) + undo.words.map { .bare($0.name) }
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
  /// Adds a case; to one of the same name, its schema.
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

  /// The case with both schemas of its payload.
  func and(_ other: JSONSchema.Case) -> JSONSchema.Case {
    JSONSchema.Case(
      name: name,
      payload: payload.map { $0.and(other.payload ?? JSONSchema.nothing) }
        ?? other.payload.map { _ in JSONSchema.nothing },
      mayBeBare: mayBeBare && other.mayBeBare)
  }
}
