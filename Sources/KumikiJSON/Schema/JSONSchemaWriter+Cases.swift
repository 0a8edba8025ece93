internal import Kumiki

// The cases that were named for the actions of a reducer; of reducers beside each other those of all.
extension JSONSchemaWriter {
  /// The lists of cases, each of which an action has to be in.
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

  /// A case is one that some of the reducers name, and right by all that do.
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

  /// What one of the reducers names: a case has to be in each of its lists.
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

  /// The case with what both say of its payload.
  fileprivate func and(_ other: JSONSchema.Case) -> JSONSchema.Case {
    JSONSchema.Case(
      name: name,
      payload: payload.map { $0.and(other.payload ?? JSONSchema.nothing) }
        ?? other.payload.map { _ in JSONSchema.nothing },
      mayBeBare: mayBeBare && other.mayBeBare)
  }
}
