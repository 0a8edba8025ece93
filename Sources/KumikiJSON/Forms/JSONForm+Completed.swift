internal import KumikiValues

// Adds the defaults of missing members, or drops undeclared members.
extension JSONForm {
  /// Returns a value with the defaults of its missing members; nil if none are missing. Mismatched parts are
  /// left unchanged.
  ///
  /// - Throws: `tooDeep` if the stack is too small.
  /// - Complexity: O(*n*) in the parts of the value that may have defaults.
  package func completed(_ node: JSONNode) throws(JSONError) -> JSON? {
    try table.completed(index, node, .filling { (_, part) in part.fallback })
  }

  /// Returns a saved value without the members that its closed objects do not declare; nil if it has none.
  ///
  /// - Throws: `tooDeep` if the stack is too small.
  /// - Complexity: O(*n*) in the parts of the value that may contain closed objects.
  package func known(_ node: JSONNode) throws(JSONError) -> JSON? {
    try table.completed(index, node, .dropping)
  }

  /// Returns a value with the defaults of its missing transient members; nil if none are missing.
  ///
  /// - Throws: `tooDeep` if the stack is too small.
  func withTransient(_ node: JSONNode) throws(JSONError) -> JSON? {
    if !hasTransient { return nil }
    return try table.completed(index, node, .filling { $1.isTransient ? $1.fallback : nil })
  }
}

extension JSONFormTable {
  /// A part of a kind, given by the kind's index and the part's index.
  fileprivate struct Member: Hashable {
    let node: Int
    let part: Int
  }

  /// A change to make in a value.
  fileprivate enum Change {
    /// Fills missing members with the function's results.
    case filling((Member, Part) throws(JSONError) -> JSON?)
    /// Removes undeclared members from closed objects.
    case dropping

    func concerns(_ node: Node) -> Bool {
      switch self {
      case .filling: node.fills
      case .dropping: node.closes
      }
    }
  }

  fileprivate func completed(
    _ index: Int, _ node: JSONNode, _ change: Change
  ) throws(JSONError) -> JSON? {
    guard change.concerns(nodes[index]), node.isContainer else { return nil }
    guard StackBudget.has(StackBudget.declaringReserve) else { throw .stackExhausted() }
    let kind = nodes[index].kind
    if case .named(_, let inner) = kind { return try completed(inner, node, change) }
    return try JSON.changing(node) { (copy) throws(JSONError) in
      switch kind {
      case .array(let inner) where node.isArray:
        for position in 0..<node.elementCount {
          guard let whole = try completed(inner, node.element(position)!, change) else {
            continue
          }
          copy().replace(at: position, stealing: whole.retained())
        }
      case .map(let inner) where node.isObject:
        for member in node.members {
          guard let whole = try completed(inner, member.value, change) else { continue }
          copy().set(member.key, stealing: whole.retained())
        }
      case .object(let parts, _), .labels(let parts), .cases(let parts):
        guard node.isObject else { return }
        for (position, part) in parts.enumerated()
        where part.fallback != nil || change.concerns(nodes[part.form]) {
          let whole =
            if let value = part.name.member(of: node) {
              try completed(part.form, value, change)
            } else if case .filling(let fallback) = change, part.fallback != nil {
              try fallback(Member(node: index, part: position), part)
            } else {
              nil as JSON?
            }
          if let whole { copy().set(part.name.segment.raw, stealing: whole.retained()) }
        }
        if case .dropping = change, case .object(_, isOpen: false) = kind {
          for name in undeclaredKeys(in: node, parts) { copy().remove(name) }
        }
      default: break
      }
    }
  }
}

/// Completes the defaults in a declaration. A default may omit members that have defaults.
struct JSONFormDefaults {
  typealias Table = JSONFormTable

  private(set) var nodes: [Table.Node]
  /// The members whose defaults are complete (true) or being completed (false).
  private var isDone: [Table.Member: Bool] = [:]

  init(_ nodes: [Table.Node]) { self.nodes = nodes }

  /// - Throws: if a default does not match, needs itself, or is larger than a state can be.
  mutating func complete() throws(JSONError) {
    noteContents()
    for node in nodes.indices {
      for part in nodes[node].kind.parts.indices {
        try complete(Table.Member(node: node, part: part), level: 0)
      }
    }
  }

  /// Records the contents of each kind. A kind comes after the kinds inside it, except for names; a name may
  /// contain everything in the table.
  private mutating func noteContents() {
    var all = Table.Node(kind: .any)
    for node in nodes { Self.note(node.kind, in: &all) }
    for index in nodes.indices {
      var node = nodes[index]
      Self.note(node.kind, in: &node)
      switch node.kind {
      case .named: Self.note(all, in: &node)
      case .array(let inner), .map(let inner): Self.note(nodes[inner], in: &node)
      case let kind: for part in kind.parts { Self.note(nodes[part.form], in: &node) }
      }
      nodes[index] = node
    }
  }

  @inline(never)
  private static func note(_ kind: Table.Kind, in node: inout Table.Node) {
    if case .object(_, isOpen: false) = kind { node.closes = true }
    for part in kind.parts {
      if part.fallback != nil { node.fills = true }
      if part.isTransient { node.hasTransient = true }
    }
  }

  @inline(never)
  private static func note(_ inner: Table.Node, in node: inout Table.Node) {
    node.fills = node.fills || inner.fills
    node.closes = node.closes || inner.closes
    node.hasTransient = node.hasTransient || inner.hasTransient
  }

  private mutating func complete(_ member: Table.Member, level: Int) throws(JSONError) {
    let part = nodes[member.node].kind.parts[member.part]
    guard let fallback = part.fallback, isDone[member] != true else { return }
    if isDone.updateValue(false, forKey: member) != nil { throw mistake(part, "contains itself") }
    guard level < JSONLimits.standard.depth else {
      throw mistake(part, "is nested deeper than \(JSONLimits.standard.depth) levels")
    }
    guard StackBudget.has(StackBudget.declaringReserve) else { throw .stackExhausted() }
    if let mismatch = Table(nodes).mismatch(part.form, fallback.node) {
      throw mistake(part, "does not fit: \(mismatch)")
    }
    var missing: [Table.Member] = []
    let note = Table.Change.filling { (member, _) in
      missing.append(member)
      return nil
    }
    _ = try Table(nodes).completed(part.form, fallback.node, note)
    for member in missing { try complete(member, level: level + 1) }
    if let whole = try JSONForm(Table(nodes), part.form).completed(fallback.node) {
      do throws(JSONError) { try JSONMeasure.check(whole) } catch {
        throw mistake(part, error.message)
      }
      var parts = nodes[member.node].kind.parts
      parts[member.part].fallback = whole
      nodes[member.node].kind = nodes[member.node].kind.with(parts)
    }
    isDone[member] = true
  }

  private func mistake(_ part: Table.Part, _ what: String) -> JSONError {
    JSONError(.invalidPointer, message: "the default of \(part.name.name.shortened) \(what)")
  }
}

extension JSON {
  /// Returns a container with changes; nil if nothing was changed.
  ///
  /// - Parameter change: receives a function that returns the copy, and changes that copy.
  static func changing(
    _ node: JSONNode, _ change: (_ copy: () -> JSONNode) throws(JSONError) -> Void
  ) throws(JSONError) -> JSON? {
    var copy: JSON?
    try change {
      if copy == nil { copy = JSON(stealing: JSON.made(node.shallowCopy())) }
      return copy!.node
    }
    return copy
  }
}
