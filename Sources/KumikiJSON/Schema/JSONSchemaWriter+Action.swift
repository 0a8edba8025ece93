internal import Kumiki

// The actions of a reducer: the cases that were said, and in their branches those of the children.
extension JSONSchemaWriter {
  mutating func action(_ shape: JSONShape) -> JSON {
    once(shape, isAction: true) { $0.actions(of: shape) }
  }

  /// An action that is looked at as one, also where nothing was said of it: a text or one case.
  mutating func `case`(of shape: JSONShape) -> JSON {
    let action = action(shape)
    return action.saysNothing ? JSONSchema.cases([], isOpen: true) : action
  }

  private mutating func actions(of shape: JSONShape) -> JSON {
    var schema = JSONSchema.anything
    let said = namedCases(of: shape)
    var branches = JSONBranchSchemas()
    for member in besides(shape, joined: true) {
      switch member.kind {
      case .recursion: schema = schema.and(action(member.child))
      case .all: schema = schema.and(action(member))
      case .history: schema = schema.and(undoable(member))
      case .cell: schema = schema.and(cell(member, isAction: true))
      case .part, .slot, .rows, .binding:
        guard let branch = member.branch else { continue }
        branches.add(payload(of: member, branch), at: branch.names[...])
      case .none, .choice, .declared, .cases: break
      }
    }
    for cases in said { schema = schema.and(branches.schema(of: cases)) }
    if said.isEmpty, schema.saysNothing { schema = branches.schema }
    return schema
  }

  /// The actions of what can be undone, and those that undo it.
  private mutating func undoable(_ shape: JSONShape) -> JSON {
    let known = action(shape.child)
    guard let undo = shape.undo, !known.saysNothing else { return known }
    let own = undo.actions.names.map { JSONSchema.Case(name: $0, payload: nil, mayBeBare: true) }
    return JSONSchema.any(of: [known, JSONSchema.cases(own)])
  }

  /// What may stand under the path of an operator's actions.
  private mutating func payload(of shape: JSONShape, _ branch: JSONBranch) -> JSON {
    switch branch.kind {
    case .child: return action(shape.child)
    case .binding: return write(shape.fields)
    case .rows:
      return JSONSchema.cases([element(of: shape, id: JSONSchema.anything)])
    case .slot(let dialect):
      return JSONSchema.cases(
        dialect.slotWords.map { word in
          switch word {
          case .presented: Self.one(.presented, `case`(of: shape.child))
          case .present: Self.one(.present, presented(child(of: shape)), mayBeBare: true)
          default: Self.one(word, nil, mayBeBare: true)
          }
        })
    case .path(let dialect):
      return JSONSchema.cases(
        dialect.pathWords.map { word in
          switch word {
          case .element: element(of: shape, id: JSONSchema.natural)
          case .push: Self.one(.push, pushed(child(of: shape)))
          case .setPath: Self.one(.setPath, Self.path(of: child(of: shape)))
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

  private mutating func element(of shape: JSONShape, id: JSON) -> JSONSchema.Case {
    Self.one(
      .element,
      Self.members(
        [.id: id, .action: `case`(of: shape.child)], required: [.id, .action], isOpen: false))
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

  /// A write of a view's binding.
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

/// The schemas of what stands in the branches of an action, by the cases that lead there.
private struct JSONBranchSchemas {
  private var here = JSONSchema.anything
  private var names: [(name: String, below: JSONBranchSchemas)] = []

  mutating func add(_ schema: JSON, at path: ArraySlice<String>) {
    guard let name = path.first else {
      here = here.and(schema)
      return
    }
    if let index = names.firstIndex(where: { JSONCase($0.name) == JSONCase(name) }) {
      names[index].below.add(schema, at: path.dropFirst())
    } else {
      var below = JSONBranchSchemas()
      below.add(schema, at: path.dropFirst())
      names.append((name, below))
    }
  }

  /// Actions of which no case was said: any is right that is none of the branches'.
  var schema: JSON {
    names.isEmpty ? here : here.and(JSONSchema.cases(names.map { Self.one($0, $1) }, isOpen: true))
  }

  private static func one(_ name: String, _ below: JSONBranchSchemas) -> JSONSchema.Case {
    let payload = below.schema
    return JSONSchema.Case(name: name, payload: payload, mayBeBare: payload.saysNothing)
  }

  /// The cases that were said, with what stands in the branches.
  func schema(of cases: [JSONSchema.Case]) -> JSON {
    here.and(
      JSONSchema.cases(
        cases.map { known in
          guard let branch = names.first(where: { JSONCase($0.name) == JSONCase(known.name) })
          else { return known }
          let below = branch.below.schema
          return JSONSchema.Case(
            name: known.name, payload: known.payload.map { $0.and(below) },
            mayBeBare: known.mayBeBare && below.saysNothing)
        }))
  }
}
