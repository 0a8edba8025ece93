/// The declared form of a value, given as text: `text?`, `[integer]`, `{id: unsigned, name: text}`,
/// `(idle | failed: text)`. ``JSONFormReader`` has the grammar.
package struct JSONForm: Sendable {
  let table: JSONFormTable
  let index: Int

  init(_ table: JSONFormTable, _ index: Int) {
    self.table = table
    self.index = index
  }

  /// Whether null and absence fit too.
  var isOptional: Bool { table.nodes[index].isOptional }

  /// Whether it refers to the form declared for the state there.
  var isAsDeclared: Bool { table.nodes[index].kind == .shape }

  /// The index of the case with a name.
  func index(ofCase name: JSONBytes) -> Int? {
    table.nodes[index].parts.firstIndex { $0.name.isNamed(name) }
  }

  /// The names of the cases.
  var caseNames: [JSONCase] { table.nodes[index].parts.map(\.name) }

  /// Whether a value may lack members that have defaults.
  var fills: Bool { table.nodes[index].fills }
}

/// The kinds in one text, each at an index. A name may stand for a kind that contains it.
final class JSONFormTable: Sendable {
  enum Kind: String {
    case integer, unsigned, number, text, boolean, any
    case array, map, object, cases
    /// The labelled values of a case: an object, which may be left out if nothing in it is required.
    case labels
    /// A name for another kind.
    case named
    /// The form declared for the state; for a field that views may write.
    case shape
    /// The payload of a case without one: null, {} or no value.
    case nothing
  }

  struct Node: Sendable {
    let kind: Kind
    var isOptional = false
    /// For an array or a map: the elements' kind. For a name: the kind it stands for.
    var inner = -1
    /// The members of an object, the labels or the cases.
    var parts: [Part] = []
    /// Whether other members are allowed.
    var isOpen = true
    /// Whether it contains a default.
    var fills = false
    /// For the kind `named`.
    var name = ""
  }

  struct Part: Sendable {
    let name: JSONCase
    let form: Int
    /// The default of a member that is missing.
    var fallback: JSON?
  }

  let nodes: [Node]

  init(_ nodes: [Node]) { self.nodes = nodes }

  /// The index of the kind that a name stands for, through any number of names.
  func resolved(_ index: Int) -> Int {
    var index = index
    while nodes[index].kind == .named { index = nodes[index].inner }
    return index
  }

  /// Whether null fits, by the kind or by a name that leads to it.
  func takesNull(_ index: Int) -> Bool {
    var index = index
    while !nodes[index].isOptional, nodes[index].kind == .named { index = nodes[index].inner }
    return nodes[index].isOptional
  }

  /// Whether the member may be left out.
  func mayBeAbsent(_ part: Part) -> Bool {
    if part.fallback != nil || takesNull(part.form) { return true }
    let kind = nodes[resolved(part.form)].kind
    return kind == .any || kind == .nothing
  }
}

extension [JSONFormTable.Part] {
  func first(named key: JSONBytes) -> JSONFormTable.Part? { first { $0.name.isNamed(key) } }
}
