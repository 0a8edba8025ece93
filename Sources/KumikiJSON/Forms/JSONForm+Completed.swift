// Adds the defaults of missing members.
extension JSONForm {
  /// A value with the defaults of its missing members; nil if none are missing. What does not fit is left
  /// unchanged.
  ///
  /// - Throws: `tooDeep` if the stack is too small.
  /// - Complexity: O(*n*) in the parts of the value that may have defaults.
  package func completed(_ node: JSONNode) throws(JSONError) -> JSON? {
    try table.completed(index, node)
  }
}

extension JSONFormTable {
  func completed(_ index: Int, _ node: JSONNode) throws(JSONError) -> JSON? {
    guard nodes[index].fills, node.isContainer else { return nil }
    guard StackBudget.has(StackBudget.declaringReserve) else { throw .stackExhausted() }
    let inner = nodes[index].inner
    switch nodes[index].kind {
    case .named: return try completed(inner, node)
    case .array:
      guard node.isArray else { return nil }
      return try JSON.changing(node) { (copy) throws(JSONError) in
        for position in 0..<node.elementCount {
          guard let whole = try completed(inner, node.element(position)!) else { continue }
          copy().replace(at: position, stealing: whole.retained())
        }
      }
    case .map:
      guard node.isObject else { return nil }
      return try JSON.changing(node) { (copy) throws(JSONError) in
        for member in node.members {
          guard let whole = try completed(inner, member.value) else { continue }
          copy().set(member.key, stealing: whole.retained())
        }
      }
    case .object, .labels, .cases:
      guard node.isObject else { return nil }
      return try completed(node, nodes[index].parts)
    default: return nil
    }
  }

  private func completed(_ node: JSONNode, _ parts: [Part]) throws(JSONError) -> JSON? {
    try JSON.changing(node) { (copy) throws(JSONError) in
      for part in parts where part.fallback != nil || nodes[part.form].fills {
        guard let value = part.name.member(of: node) else {
          if let fallback = part.fallback {
            copy().set(part.name.segment.raw, stealing: fallback.retained())
          }
          continue
        }
        guard let whole = try completed(part.form, value) else { continue }
        copy().set(part.name.segment.raw, stealing: whole.retained())
      }
    }
  }
}

extension JSON {
  /// A container with changes; nil if there were none.
  ///
  /// - Parameter change: gets a function that returns the copy, and changes that copy.
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
