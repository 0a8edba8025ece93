internal import Kumiki

/// Writes a JSON Schema of a reducer's states and actions.
///
/// A named kind, and a reducer that contains itself, is written once and referred to. Each shape is processed
/// once, wherever it occurs.
package struct JSONSchemaWriter {
  /// The object of a definition.
  private struct Subject: Hashable {
    let object: ObjectIdentifier
    var index = 0
    var isAction = false
  }

  private var known: [Subject: JSON] = [:]
  /// The definitions in the order of their first use. Null while one is being written.
  private var definitions: [(key: String, value: JSON)] = []
  /// How many definitions have a name, after replacing characters that a reference would have to escape.
  private var counts: [JSONCase: Int] = [:]
  /// The shapes that recursions refer back to.
  private let recursive: Set<ObjectIdentifier>
  private(set) var isTooDeep = false
  /// The schemas of types found so far.
  var types: [ObjectIdentifier: TypeSchema] = [:]

  init(_ shape: JSONShape) { recursive = Self.recursive(in: shape) }

  /// - Throws: `tooDeep` if the schema is nested deeper than JSON text can be.
  static func describe(_ shape: JSONShape) throws(JSONError) -> JSON {
    var writer = JSONSchemaWriter(shape)
    let (state, action) = (writer.reserve("state"), writer.reserve("action"))
    writer.fill(state, writer.state(shape))
    writer.fill(action, writer.case(of: shape))
    guard !writer.isTooDeep else { throw .stackExhausted() }
    let schema: JSON = [
      "$schema": JSON(stringLiteral: JSONSchema.dialect), "$defs": writer.defined,
    ]
    try JSONMeasure.check(schema)
    return schema
  }

  /// All definitions.
  var defined: JSON { JSON(members: definitions) }

  /// Reserves a definition with the name, or one like it if the name is taken.
  mutating func reserve(_ name: String) -> Int {
    definitions.append((unused(name), .null))
    return definitions.count - 1
  }

  func name(at place: Int) -> String { definitions[place].key }

  /// Removes the last reserved definition. Only for one that nothing refers to.
  mutating func drop(_ place: Int) {
    if place == definitions.count - 1 { definitions.removeLast() }
  }

  mutating func fill(_ place: Int, _ schema: JSON) { definitions[place].value = schema }

  /// A reference to a definition that is written once, with the name or one like it.
  private mutating func refer(
    to subject: Subject, _ name: String, _ write: (inout Self) -> JSON
  ) -> JSON {
    if let known = known[subject] { return known }
    let place = reserve(name)
    let reference = JSONSchema.reference(self.name(at: place))
    known[subject] = reference
    fill(place, write(&self))
    return reference
  }

  /// An unused name without characters that a reference would have to escape.
  private mutating func unused(_ name: String) -> String {
    let plain = String(name.unicodeScalars.map { $0.isPlain ? Character($0) : "_" })
    while true {
      let number = counts[JSONCase(plain), default: 0] + 1
      counts[JSONCase(plain)] = number
      if number == 1 { return plain }
      // The numbered name may be taken too.
      let numbered = JSONCase("\(plain)\(number)")
      if counts.updateValue(1, forKey: numbered) == nil { return numbered.name }
    }
  }

  // MARK: Declared forms

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
    case .array: schema = JSONSchema.array(of: self.schema(table, node.inner))
    case .map: schema = JSONSchema.map(of: self.schema(table, node.inner))
    case .object: schema = object(table, node)
    case .labels:
      schema = object(table, node)
      if node.parts.allSatisfy(table.mayBeAbsent) { schema = schema.orNull }
    case .cases: schema = JSONSchema.cases(cases(table, node))
    case .named:
      let subject = Subject(object: ObjectIdentifier(table), index: node.inner)
      schema = refer(to: subject, node.name) { $0.schema(table, node.inner) }
    }
    return node.isOptional ? schema.orNull : schema
  }

  private mutating func object(_ table: JSONFormTable, _ node: JSONFormTable.Node) -> JSON {
    var properties: [(String, JSON)] = []
    for part in node.parts {
      var schema = self.schema(table, part.form)
      if let fallback = part.fallback {
        schema = (schema.saysNothing ? [:] : schema).setting("default", to: fallback)
      }
      properties.append((part.name.name, schema))
    }
    let required = node.parts.filter { !table.mayBeAbsent($0) }.map(\.name.name)
    return JSONSchema.object(properties, required: required, isOpen: node.isOpen)
  }

  mutating func cases(_ form: JSONForm) -> [JSONSchema.Case] {
    cases(form.table, form.table.nodes[form.index])
  }

  private mutating func cases(
    _ table: JSONFormTable, _ node: JSONFormTable.Node
  ) -> [JSONSchema.Case] {
    node.parts.map { part in
      JSONSchema.Case(
        name: part.name.name,
        payload: schema(table, part.form),
        mayBeBare: table.mismatch(part.form, nil) == nil)
    }
  }

  // MARK: Shapes

  /// The schema of a shape's states or actions, written once.
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

  private static func recursive(in shape: JSONShape) -> Set<ObjectIdentifier> {
    var (met, targets) = (Set<ObjectIdentifier>(), Set<ObjectIdentifier>())
    var waiting = [shape]
    while let shape = waiting.popLast() {
      guard met.insert(ObjectIdentifier(shape)).inserted else { continue }
      if shape.kind == .recursion {
        targets.insert(ObjectIdentifier(shape.child))
        waiting.append(shape.child)
      } else {
        waiting += shape.children
      }
    }
    return targets
  }
}

extension Unicode.Scalar {
  fileprivate var isPlain: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
    default: false
    }
  }
}
