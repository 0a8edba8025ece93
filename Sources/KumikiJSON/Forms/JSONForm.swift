/// What a value may be, as a program says it in a text: `text?`, `[integer]`, `{id: unsigned, name: text}`,
/// `(idle | failed: text)`. ``JSONFormReader`` has the grammar.
package struct JSONForm: Sendable {
  let table: JSONFormTable
  let index: Int

  init(_ table: JSONFormTable, _ index: Int) {
    self.table = table
    self.index = index
  }

  /// Null and absence are right too.
  var isOptional: Bool { table.nodes[index].isOptional }

  /// It says what was declared of the state there.
  var isAsDeclared: Bool { table.nodes[index].kind == .shape }

  /// Which of its cases has a name.
  func index(ofCase name: JSONBytes) -> Int? {
    table.nodes[index].parts.firstIndex { $0.name.isNamed(name) }
  }

  /// The names of its cases.
  var caseNames: [JSONCase] { table.nodes[index].parts.map(\.name) }

  /// A value may lack something that has a default.
  var fills: Bool { table.nodes[index].fills }
}

/// The kinds of one text, each at an index: a name may stand for what it is in.
final class JSONFormTable: Sendable {
  enum Kind: String {
    case integer, unsigned, number, text, boolean, any
    case array, map, object, cases
    /// The labelled values of a case: an object, which may be left out where nothing must be in it.
    case labels
    /// Stands for another kind.
    case named
    /// As the shape of the state says: of a field that views may write.
    case shape
    /// What a case carries that has no payload: null, {} or no value.
    case nothing
  }

  struct Node: Sendable {
    let kind: Kind
    var isOptional = false
    /// Of an array and a map the elements' kind; of a name what it stands for.
    var inner = -1
    /// The members of an object, the labels or the cases.
    var parts: [Part] = []
    /// Other members are let through.
    var isOpen = true
    /// A default is in it.
    var fills = false
    /// Of a name.
    var name = ""
  }

  struct Part: Sendable {
    let name: JSONCase
    let form: Int
    /// What a member is where it is missing.
    var fallback: JSON?
  }

  let nodes: [Node]

  init(_ nodes: [Node]) { self.nodes = nodes }

  /// The index of what a name stands for, however many names are between.
  func resolved(_ index: Int) -> Int {
    var index = index
    while nodes[index].kind == .named { index = nodes[index].inner }
    return index
  }

  /// Null is right, by the kind or by a name on the way to it.
  func takesNull(_ index: Int) -> Bool {
    var index = index
    while !nodes[index].isOptional, nodes[index].kind == .named { index = nodes[index].inner }
    return nodes[index].isOptional
  }

  /// The member may be left out.
  func mayBeAbsent(_ part: Part) -> Bool {
    if part.fallback != nil || takesNull(part.form) { return true }
    let kind = nodes[resolved(part.form)].kind
    return kind == .any || kind == .nothing
  }
}

extension [JSONFormTable.Part] {
  func first(named key: JSONBytes) -> JSONFormTable.Part? { first { $0.name.isNamed(key) } }
}
