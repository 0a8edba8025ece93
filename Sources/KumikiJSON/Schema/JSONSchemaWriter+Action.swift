internal import KumikiValues

// The schema of a reducer's actions: the declared cases, with the children's actions in their branches.
extension JSONSchemaWriter {
  mutating func action(_ shape: JSONShape) -> JSON {
    once(shape, isAction: true) { $0.actions(of: shape) }
  }

  /// Returns the schema of an action that is sent: a string or one case, even if no cases are declared.
  mutating func `case`(of shape: JSONShape) -> JSON {
    let action = action(shape)
    return shape.has(.namesCases) ? action : JSONSchema.cases([], isOpen: true).and(action)
  }

  /// Returns the schema of an action inside another action, in its own member: a string or an object.
  private mutating func inner(of shape: JSONShape) -> JSON {
    let action = action(shape)
    let inner: JSON = ["type": ["string", "object"]]
    return shape.has(.namesCases) ? action : inner.and(action)
  }

  private mutating func actions(of shape: JSONShape) -> JSON {
    var schema = JSONSchema.anything
    let said = namedCases(of: shape)
    var branches = JSONBranchSchemas()
    for member in flattenedMembers(of: shape, joined: true) {
      switch member.content {
      case .recursion: schema = schema.and(action(member.members[0]))
      case .all: schema = schema.and(action(member))
      case .history(let undo, let child):
        schema = schema.and(JSONSchema.cases(undo.cases, or: action(child)))
      case .substate(let kind): schema = schema.and(substate(kind, isAction: true))
      case .binding(let branch, let fields):
        branches.add(write(fields), false, at: branch.names[...])
      case .part(let part):
        branches.add(
          told(action(part.child), part), part.child.reads(.null), at: part.branch.names[...])
      case .slot(let part), .rows(let part, _):
        branches.add(told(payload(of: part), part), false, at: part.branch.names[...])
      case .none, .choice, .declared, .cases, .holder, .watcher, .requests: break
      }
    }
    for cases in said { schema = schema.and(branches.schema(of: cases)) }
    if said.isEmpty { schema = schema.and(branches.schema) }
    return schema
  }

  /// Returns the schema of a child's actions with the place of the child's state, or with its case.
  private func told(_ schema: JSON, _ part: JSONStatePart) -> JSON {
    guard tellsPlaces else { return schema }
    let word = part.isCase ? JSONSchema.stateCase : part.branch.placeAnnotation
    let place = part.isCase ? part.keys[0] : JSONPointer(keys: part.keys).text
    return (schema.saysNothing ? [:] : schema).setting(word, to: JSON(stringLiteral: place))
  }

  /// Returns the schema of the value under the path of an operator's actions.
  private mutating func payload(of part: JSONStatePart) -> JSON {
    switch part.branch.kind {
    case .child, .binding: return action(part.child)
    case .rows: return JSONSchema.cases([element(of: part, id: JSONSchema.anything)])
    case .slot(let dialect):
      return JSONSchema.cases(
        dialect.slotWords.map { word in
          switch word {
          case .presented: Self.one(.presented, inner(of: part.child))
          case .present: Self.one(.present, presented(child(of: part)), mayBeBare: true)
          default: .bare(word.text)
          }
        })
    case .path(let dialect):
      return JSONSchema.cases(
        dialect.pathWords.map { word in
          switch word {
          case .element: element(of: part, id: JSONSchema.natural)
          case .push: Self.one(.push, pushed(child(of: part)))
          case .setPath: Self.one(.setPath, JSONSchema.path(of: child(of: part)))
          default: Self.one(word, Self.members([.id: JSONSchema.natural], required: [.id]))
          }
        })
    }
  }

  private static func one(
    _ word: ActionWord, _ payload: JSON?, mayBeBare: Bool = false
  ) -> JSONSchema.Case {
    JSONSchema.Case(name: word.text, payload: payload, mayBeBare: mayBeBare)
  }

  private mutating func element(of part: JSONStatePart, id: JSON) -> JSONSchema.Case {
    Self.one(
      .element,
      Self.members(
        [.id: id, .action: inner(of: part.child)], required: [.id, .action], isOpen: false))
  }

  private func presented(_ state: JSON) -> JSON {
    Self.members([.id: ["type": ["string", "null"]], .state: state.orNull], isOpen: false).orNull
  }

  private func pushed(_ state: JSON) -> JSON {
    Self.members([.id: JSONSchema.natural, .state: state], required: [.state])
  }

  private static func members(
    _ properties: KeyValuePairs<ActionWord, JSON>, required: [ActionWord] = [], isOpen: Bool = true
  ) -> JSON {
    JSONSchema.object(
      properties.map { ($0.key.text, $0.value) }, required: required.map(\.text), isOpen: isOpen)
  }

  /// Returns the schema of a binding's write.
  private mutating func write(_ fields: JSONFields?) -> JSON {
    guard let fields else { return Self.write(JSONSchema.type("string"), JSONSchema.anything) }
    guard !fields.fields.isEmpty else { return false }
    return JSONSchema.any(
      of: fields.fields.map { pointer, form in
        Self.write(["const": JSON(stringLiteral: pointer.text)], schema(form))
      })
  }

  private static func write(_ path: JSON, _ value: JSON) -> JSON {
    members([.path: path, .value: value], required: [.path, .value], isOpen: false)
  }
}

/// The schemas of the branches of an action, by the cases that lead there.
private struct JSONBranchSchemas {
  private var here = JSONSchema.anything
  /// Whether the case without a payload is valid too, because its reducers accept null.
  private var mayBeBare = true
  private var names: [(name: String, below: JSONBranchSchemas)] = []

  mutating func add(_ schema: JSON, _ mayBeBare: Bool, at path: ArraySlice<String>) {
    guard let name = path.first else {
      here = here.and(schema)
      self.mayBeBare = self.mayBeBare && mayBeBare
      return
    }
    if let index = names.firstIndex(where: { JSONCase($0.name) == JSONCase(name) }) {
      names[index].below.add(schema, mayBeBare, at: path.dropFirst())
    } else {
      var below = JSONBranchSchemas()
      below.add(schema, mayBeBare, at: path.dropFirst())
      names.append((name, below))
    }
  }

  /// The schema of actions without declared cases. Any action outside the branches is valid.
  var schema: JSON {
    names.isEmpty ? here : here.and(JSONSchema.branches(names.map { Self.one($0, $1) }))
  }

  private static func one(_ name: String, _ below: JSONBranchSchemas) -> JSONSchema.Case {
    JSONSchema.Case(name: name, payload: below.schema, mayBeBare: below.mayBeBare)
  }

  /// Returns the schema of the declared cases, with the branches in them.
  func schema(of cases: [JSONSchema.Case]) -> JSON {
    here.and(
      JSONSchema.cases(
        cases.map { known in
          guard let branch = names.first(where: { JSONCase($0.name) == JSONCase(known.name) })
          else { return known }
          let below = branch.below
          return JSONSchema.Case(
            name: known.name,
            payload: known.payload?.and(below.schema) ?? JSONSchema.nothing.and(below.schema),
            mayBeBare: known.mayBeBare && below.mayBeBare, isPrivate: known.isPrivate)
        }))
  }
}

extension JSONBranch {
  /// The annotation that contains the place of the child's state.
  fileprivate var placeAnnotation: String {
    switch kind {
    case .child, .binding: "x-child"
    case .rows: "x-rows"
    case .slot: "x-slot"
    case .path: "x-path"
    }
  }
}

extension JSONShape {
  /// Whether an action matches, as far as operators read it.
  fileprivate func reads(_ action: JSON) -> Bool {
    action.withNode { (try? check(JSONActionNode($0))) != nil }
  }
}
