/// The declaration of a value, written as `text?`, `[integer]`, `{id: unsigned, name: text}` or `(idle | failed:
/// text)`. ``JSONFormReader`` documents the grammar.
package struct JSONForm: Sendable {
  let table: JSONFormTable
  let index: Int

  init(_ table: JSONFormTable, _ index: Int) {
    self.table = table
    self.index = index
  }

  /// The kind of the value, after names are resolved.
  var kind: JSONFormTable.Kind { table.nodes[table.resolved(index)].kind }

  /// Whether null and absence match too.
  var isOptional: Bool { table.nodes[index].isOptional }

  /// Whether this refers to the shape declared for that place in the state.
  var isAsDeclared: Bool { if case .shape = kind { true } else { false } }

  var isArray: Bool { if case .array = kind { true } else { false } }

  /// Whether this contains a transient member, or a name, which may stand for one.
  var hasTransient: Bool { table.nodes[index].hasTransient }

  /// Whether this is an object: with declared members, with labels, or a map.
  var isObject: Bool {
    switch kind {
    case .object, .labels, .map: true
    default: false
    }
  }

  /// Returns the index of the case with a name.
  func index(ofCase name: JSONBytes) -> Int? { kind.parts.firstIndex { $0.name.isNamed(name) } }

  /// The names of the cases.
  var caseNames: [JSONCase] { kind.parts.map(\.name) }

  func isSame(as other: JSONForm) -> Bool { table === other.table && index == other.index }

  /// The members of this object that have a default.
  var defaults: [(name: String, fallback: JSON)] {
    kind.parts.compactMap { part in part.fallback.map { (part.name.name, $0) } }
  }

  /// The members of this object, or the payloads of this enum, that are objects or enums containing defaults.
  var objectsInside: [(name: String, form: JSONForm)] {
    kind.parts.compactMap { part in
      let inner = JSONForm(table, table.resolved(part.form))
      guard table.nodes[inner.index].fills else { return nil }
      return switch inner.kind {
      case .object, .cases: (part.name.name, inner)
      default: nil
      }
    }
  }
}

/// The kinds of one declaration, each at an index. A name may stand for a kind that contains it.
final class JSONFormTable: Sendable {
  enum Kind: Sendable {
    case integer, unsigned, number, text, boolean, any
    /// An array or a map, with the index of its elements' kind.
    case array(Int), map(Int)
    /// An object, and whether other members are allowed.
    case object([Part], isOpen: Bool)
    case cases([Part])
    /// The labelled values of a case: an object, which may be left out if none of its members is required.
    case labels([Part])
    /// A name, and the index of the kind that it stands for; during parsing, the name's byte offset.
    case named(String, Int)
    /// The shape declared for that place in the state; for a field that a user interface may write.
    case shape
    /// The payload of a case without a payload: null, {} or no value.
    case nothing

    /// The members, the labels or the cases.
    var parts: [Part] {
      switch self {
      case .object(let parts, _), .cases(let parts), .labels(let parts): parts
      default: []
      }
    }

    /// Returns this kind with other parts.
    func with(_ parts: [Part]) -> Kind {
      switch self {
      case .object(_, let isOpen): .object(parts, isOpen: isOpen)
      case .cases: .cases(parts)
      case .labels: .labels(parts)
      default: self
      }
    }
  }

  struct Node: Sendable {
    var kind: Kind
    var isOptional = false
    /// Whether the kind contains a default.
    var fills = false
    /// Whether the kind contains an object that must not have other members.
    var closes = false
    /// Whether the kind contains a transient member.
    var hasTransient = false
  }

  struct Part: Sendable {
    let name: JSONCase
    let form: Int
    /// The default of a member that may be missing.
    var fallback: JSON?
    /// Whether only the effects of its feature send this case.
    var isPrivate = false
    /// Whether the member is left out of files, logs and undo steps.
    var isTransient = false
  }

  let nodes: [Node]
  /// Whether any case is private.
  let hasPrivate: Bool

  init(_ nodes: [Node]) {
    self.nodes = nodes
    hasPrivate = nodes.contains { $0.kind.parts.contains(where: \.isPrivate) }
  }

  /// Returns the index of the kind that a name stands for, through any number of names.
  func resolved(_ index: Int) -> Int {
    var index = index
    while case .named(_, let inner) = nodes[index].kind { index = inner }
    return index
  }

  /// Whether null matches, by the kind or by a name that leads to it.
  func takesNull(_ index: Int) -> Bool {
    var index = index
    while !nodes[index].isOptional, case .named(_, let inner) = nodes[index].kind { index = inner }
    return nodes[index].isOptional
  }

  /// Whether the member may be left out.
  func mayBeAbsent(_ part: Part) -> Bool {
    if part.fallback != nil || takesNull(part.form) { return true }
    return switch nodes[resolved(part.form)].kind {
    case .any, .nothing: true
    default: false
    }
  }
}

extension [JSONFormTable.Part] {
  func first(named key: JSONBytes) -> JSONFormTable.Part? { first { $0.name.isNamed(key) } }
}
