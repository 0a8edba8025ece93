// Defaults of what is missing.
extension JSONForm {
  /// A value with the defaults of what is missing in it; nil where nothing is. What does not fit is left.
  ///
  /// - Complexity: O(*n*) in the size of the value, so far as defaults are in it.
  package func completed(_ node: JSONNode) -> JSON? { table.completed(index, node) }
}

extension JSONFormTable {
  func completed(_ index: Int, _ node: JSONNode) -> JSON? {
    guard nodes[index].fills, node.isContainer,
      StackBudget.has(StackBudget.declaringReserve)
    else { return nil }
    let inner = nodes[index].inner
    switch nodes[index].kind {
    case .named: return completed(inner, node)
    case .array:
      guard node.isArray else { return nil }
      return JSON.changing(node) { copy in
        for position in 0..<node.elementCount {
          guard let whole = completed(inner, node.element(position)!) else { continue }
          copy().replace(at: position, stealing: whole.retained())
        }
      }
    case .map:
      guard node.isObject else { return nil }
      return JSON.changing(node) { copy in
        for member in node.members {
          guard let whole = completed(inner, member.value) else { continue }
          copy().set(member.key, stealing: whole.retained())
        }
      }
    case .object, .labels, .cases:
      guard node.isObject else { return nil }
      return completed(node, nodes[index].parts)
    default: return nil
    }
  }

  private func completed(_ node: JSONNode, _ parts: [Part]) -> JSON? {
    JSON.changing(node) { copy in
      for part in parts where part.fallback != nil || part.form.map({ nodes[$0].fills }) == true {
        guard let value = part.name.member(of: node) else {
          if let fallback = part.fallback {
            copy().set(part.name.segment.raw, stealing: fallback.retained())
          }
          continue
        }
        guard let form = part.form, let whole = completed(form, value) else { continue }
        copy().set(part.name.segment.raw, stealing: whole.retained())
      }
    }
  }
}

extension JSON {
  /// A container with changes; nil where none was made.
  ///
  /// - Parameter change: is handed the copy when it asks for it, and changes that.
  static func changing(_ node: JSONNode, _ change: (_ copy: () -> JSONNode) -> Void) -> JSON? {
    var copy: JSON?
    change {
      if copy == nil { copy = JSON(stealing: JSON.made(node.shallowCopy())) }
      return copy!.node
    }
    return copy
  }
}
