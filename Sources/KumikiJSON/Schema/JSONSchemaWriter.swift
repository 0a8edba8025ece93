internal import KumikiValues

/// Writes a JSON Schema of a reducer's states and actions.
///
/// A named kind, and a reducer that contains itself, are each written once and referred to. Each shape is
/// processed once, wherever it occurs.
struct JSONSchemaWriter {
  /// The subject of a definition.
  private struct Subject: Hashable {
    let object: ObjectIdentifier
    var index = 0
    var isAction = false
  }

  private var known: [Subject: JSON] = [:]
  private var definitions = JSONDefinitions()
  /// The shapes that recursions refer back to.
  private let recursive: Set<ObjectIdentifier>
  private var isTooDeep = false
  /// Whether the actions of a child are annotated with the child's place.
  let tellsPlaces: Bool

  private init(_ shape: JSONShape, tellsPlaces: Bool) {
    self.tellsPlaces = tellsPlaces
    let all = shape.here { $0.members + ($0.part.map { [$0.child] } ?? []) }
    recursive = Set(
      all.compactMap { shape in
        if case .recursion = shape.content { ObjectIdentifier(shape.members[0]) } else { nil }
      })
  }

  /// - Parameter tellsPlaces: whether to annotate the actions of a child with its place. A hash is made without places.
  /// - Throws: `tooDeep` if the schema is nested deeper than JSON text can be.
  static func describe(_ shape: JSONShape, tellsPlaces: Bool) throws(JSONError) -> JSON {
    var writer = JSONSchemaWriter(shape, tellsPlaces: tellsPlaces)
    let (state, action) = (
      writer.definitions.reserve("state"), writer.definitions.reserve("action")
    )
    writer.definitions.fill(state, writer.state(shape))
    writer.definitions.fill(action, writer.case(of: shape))
    guard !writer.isTooDeep else { throw .stackExhausted() }
    let requests = writer.requests(of: shape)
    var members = [
      ("$schema", JSON(stringLiteral: JSONSchema.dialect)), ("$defs", writer.definitions.json),
    ]
    if !requests.isEmpty { members.append(("requests", JSON(members: requests))) }
    let schema = JSON(members: members)
    try JSONMeasure.check(schema)
    return schema
  }

  /// Returns the schemas of the declared requests, by their names. The first declaration of a name counts.
  private mutating func requests(of shape: JSONShape) -> [(String, JSON)] {
    var known: [(String, JSON)] = []
    for shape in shape.here({ $0.members + ($0.part.map { [$0.child] } ?? []) }) {
      guard case .requests(let declared) = shape.content else { continue }
      for kind in declared.kinds where !known.contains(where: { $0.0.isExactly(kind.name) }) {
        var members = [("question", schema(kind.question))]
        if let answer = kind.answer { members.append(("answer", schema(answer))) }
        if let part = kind.part { members.append(("part", schema(part))) }
        if let failure = kind.failure { members.append(("failure", schema(failure))) }
        known.append((kind.name, JSON(members: members)))
      }
    }
    return known
  }

  /// Returns a reference to a definition that is written once, under the name or a similar one.
  private mutating func refer(
    to subject: Subject, _ name: String, _ write: (inout Self) -> JSON
  ) -> JSON {
    if let known = known[subject] { return known }
    let place = definitions.reserve(name)
    let reference = definitions.reference(to: place)
    known[subject] = reference
    definitions.fill(place, write(&self))
    return reference
  }

  /// Returns the schema that the types of a feature in another language determine.
  mutating func substate(_ kind: TypedSubstateKind, isAction: Bool) -> JSON {
    kind.schema(isAction, &definitions) ?? JSONSchema.anything
  }

  // MARK: Declared shapes

  mutating func schema(_ form: JSONForm) -> JSON { schema(form.table, form.index) }

  private mutating func schema(_ table: JSONFormTable, _ index: Int) -> JSON {
    guard hasStack() else { return JSONSchema.anything }
    let node = table.nodes[index]
    var schema: JSON
    switch node.kind {
    case .integer: schema = JSONSchema.type("integer")
    case .unsigned: schema = JSONSchema.natural
    case .number: schema = JSONSchema.type("number")
    case .text: schema = JSONSchema.type("string")
    case .boolean: schema = JSONSchema.type("boolean")
    case .nothing: schema = JSONSchema.nothing
    case .any, .shape: schema = JSONSchema.anything
    case .array(let inner): schema = JSONSchema.array(of: self.schema(table, inner))
    case .map(let inner): schema = JSONSchema.map(of: self.schema(table, inner))
    case .object(let parts, let isOpen): schema = object(table, parts, isOpen: isOpen)
    case .labels(let parts):
      schema = object(table, parts, isOpen: true)
      if parts.allSatisfy(table.mayBeAbsent) { schema = schema.orNull }
    case .cases: schema = JSONSchema.cases(cases(JSONForm(table, index)))
    case .named(let name, let inner):
      let subject = Subject(object: ObjectIdentifier(table), index: inner)
      schema = refer(to: subject, name) { $0.schema(table, inner) }
    }
    return node.isOptional ? schema.orNull : schema
  }

  private mutating func object(
    _ table: JSONFormTable, _ parts: [JSONFormTable.Part], isOpen: Bool
  ) -> JSON {
    var properties: [(String, JSON)] = []
    for part in parts {
      var schema = self.schema(table, part.form)
      if let fallback = part.fallback {
        schema = (schema.saysNothing ? [:] : schema).setting("default", to: fallback)
      }
      if part.isTransient {
        schema = (schema.saysNothing ? [:] : schema).setting(JSONSchema.transient, to: true)
      }
      properties.append((part.name.name, schema))
    }
    let required = parts.filter { !table.mayBeAbsent($0) }.map(\.name.name)
    return JSONSchema.object(properties, required: required, isOpen: isOpen)
  }

  mutating func cases(_ form: JSONForm) -> [JSONSchema.Case] {
    form.kind.parts.map { part in
      JSONSchema.Case(
        name: part.name.name, payload: schema(form.table, part.form),
        mayBeBare: form.table.mismatch(part.form, nil) == nil, isPrivate: part.isPrivate)
    }
  }

  // MARK: Shapes

  /// Returns the schema of a shape's states or actions, written once.
  mutating func once(
    _ shape: JSONShape, isAction: Bool, _ write: (inout Self) -> JSON
  ) -> JSON {
    guard hasStack() else { return JSONSchema.anything }
    let subject = Subject(object: ObjectIdentifier(shape), isAction: isAction)
    if let known = known[subject] { return known }
    if isRecursive(shape) { return refer(to: subject, isAction ? "actions" : "states", write) }
    let schema = write(&self)
    known[subject] = schema
    return schema
  }

  func isRecursive(_ shape: JSONShape) -> Bool { recursive.contains(ObjectIdentifier(shape)) }

  private mutating func hasStack() -> Bool {
    let hasStack = StackBudget.has(StackBudget.codingReserve)
    if !hasStack { isTooDeep = true }
    return hasStack
  }
}
