internal import Kumiki

// The declared cases of a reducer's actions; for combined reducers, those of all.
extension JSONSchemaWriter {
  /// The lists of cases. An action must be in each list.
  mutating func namedCases(of shape: JSONShape) -> [[JSONSchema.Case]] {
    if shape.kind == .all, !shape.isJoin {
      var lists: [[JSONSchema.Case]] = []
      for child in shape.children where !isRecursive(child) { lists += namedCases(of: child) }
      return lists
    }
    if let form = shape.cases?.form { return [cases(form)] }
    if shape.isJoin { return [joined(shape.children)] }
    return []
  }

  /// The cases that any of the combined reducers declares, each valid by all that declare it.
  private mutating func joined(_ shapes: [JSONShape]) -> [JSONSchema.Case] {
    var all: [JSONSchema.Case] = []
    for shape in shapes where shape.namesCases {
      for named in inOneList(shape) {
        if let index = all.firstIndex(where: { $0.isNamed(named.name) }) {
          all[index] = all[index].and(named)
        } else {
          all.append(named)
        }
      }
    }
    return all
  }

  /// The cases that one of the reducers declares: those in each of its lists.
  private mutating func inOneList(_ shape: JSONShape) -> [JSONSchema.Case] {
    if shape.kind == .history {
      let own = shape.undo?.actions.names ?? []
      return inOneList(shape.child)
        + own.map { JSONSchema.Case(name: $0, payload: nil, mayBeBare: true) }
    }
    var lists = namedCases(of: shape)[...]
    if shape.kind == .all, !shape.isJoin {
      for child in shape.children where child.kind == .history && child.namesCases {
        lists.append(inOneList(child))
      }
    }
    let first = lists.popFirst() ?? []
    return lists.reduce(first) { known, list in
      known.compactMap { each in list.first { $0.isNamed(each.name) }.map(each.and) }
    }
  }
}

extension JSONSchema.Case {
  fileprivate func isNamed(_ other: String) -> Bool { JSONCase(name) == JSONCase(other) }

  /// The case with both schemas of its payload.
  fileprivate func and(_ other: JSONSchema.Case) -> JSONSchema.Case {
    JSONSchema.Case(
      name: name,
      payload: payload.map { $0.and(other.payload ?? JSONSchema.nothing) }
        ?? other.payload.map { _ in JSONSchema.nothing },
      mayBeBare: mayBeBare && other.mayBeBare)
  }
}
