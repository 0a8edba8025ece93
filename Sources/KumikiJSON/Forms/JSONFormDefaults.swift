internal import Kumiki

/// Completes the defaults in a text: a default may leave out members that have defaults themselves.
struct JSONFormDefaults {
  typealias Table = JSONFormTable

  /// A member with a default: the index of its kind and of the part.
  struct Member: Hashable {
    let node: Int
    let part: Int
  }

  private enum Progress {
    case begun, done
  }

  private(set) var nodes: [Table.Node]
  private var progress: [Member: Progress] = [:]

  init(_ nodes: [Table.Node]) { self.nodes = nodes }

  /// - Throws: if a default does not fit, needs itself, or is larger than a state can be.
  mutating func complete() throws(JSONError) {
    noteKinds()
    for node in nodes.indices {
      for part in nodes[node].parts.indices {
        try complete(Member(node: node, part: part), level: 0)
      }
    }
  }

  /// Notes which kinds contain a default. A kind comes after those inside it, except for names; for a
  /// name it suffices that it may contain one.
  private mutating func noteKinds() {
    let any = nodes.contains { $0.parts.contains { $0.fallback != nil } }
    guard any else { return }
    for index in nodes.indices {
      let node = nodes[index]
      nodes[index].fills =
        node.kind == .named || node.inner >= 0 && nodes[node.inner].fills
        || node.parts.contains { $0.fallback != nil || nodes[$0.form].fills }
    }
  }

  private mutating func complete(_ member: Member, level: Int) throws(JSONError) {
    let part = nodes[member.node].parts[member.part]
    guard let fallback = part.fallback, progress[member] != .done else { return }
    if progress.updateValue(.begun, forKey: member) != nil {
      throw mistake(part, "contains itself")
    }
    guard level < JSONLimits.standard.depth else {
      throw mistake(part, "is nested deeper than \(JSONLimits.standard.depth) levels")
    }
    guard StackBudget.has(StackBudget.declaringReserve) else { throw .stackExhausted() }
    if let mismatch = Table(nodes).mismatch(part.form, fallback.node) {
      throw mistake(part, "does not fit: \(mismatch)")
    }
    var missing: [Member] = []
    Table(nodes).forEachDefault(missingIn: fallback.node, part.form) { missing.append($0) }
    for member in missing { try complete(member, level: level + 1) }
    if let whole = try Table(nodes).completed(part.form, fallback.node) {
      do throws(JSONError) { try JSONMeasure.check(whole) } catch {
        throw mistake(part, error.message)
      }
      nodes[member.node].parts[member.part].fallback = whole
    }
    progress[member] = .done
  }

  private func mistake(_ part: Table.Part, _ what: String) -> JSONError {
    JSONError(.invalidPointer, message: "the default of \(part.name.name.shortened) \(what)")
  }
}

extension JSONFormTable {
  /// Calls `body` with the members that completing a value would add. Same traversal as
  /// ``completed(_:_:)``.
  fileprivate func forEachDefault(
    missingIn node: JSONNode, _ index: Int, _ body: (JSONFormDefaults.Member) -> Void
  ) {
    guard nodes[index].fills, node.isContainer else { return }
    let inner = nodes[index].inner
    switch nodes[index].kind {
    case .named: forEachDefault(missingIn: node, inner, body)
    case .array, .map:
      for child in node.children { forEachDefault(missingIn: child, inner, body) }
    default:
      for (place, part) in nodes[index].parts.enumerated() {
        if let value = part.name.member(of: node) {
          forEachDefault(missingIn: value, part.form, body)
        } else if part.fallback != nil {
          body(JSONFormDefaults.Member(node: index, part: place))
        }
      }
    }
  }
}
