// The form of a value one step inside another. Used for writes, which go by a pointer.
extension JSONForm {
  /// The form of a member or an element.
  enum Below {
    case form(JSONForm)
    /// No form: it may be anything.
    case anything
    /// It may not exist.
    case nothing(JSONError)
  }

  /// - Parameter container: the value that the step enters; it fits this form.
  func below(_ step: JSONPointer.Segment, in container: JSONNode) -> Below {
    let index = table.resolved(index)
    // Read one by one: a copy of the node would retain its contents.
    switch table.nodes[index].kind {
    case .array:
      return container.isArray ? .form(JSONForm(table, table.nodes[index].inner)) : .anything
    case .map: return .form(JSONForm(table, table.nodes[index].inner))
    case .object:
      let parts = table.nodes[index].parts
      if let part = parts.first(named: step.raw) { return below(part) }
      let isOpen = table.nodes[index].isOpen
      return isOpen ? .anything : .nothing(JSONFormTable.unknown(step.text, parts))
    case .cases:
      guard step.isCase(of: container),
        let part = table.nodes[index].parts.first(named: step.raw)
      else {
        let up = JSONError.foundInsteadOfCase(container)
        return .nothing(
          .expected("the case that is up, \(up)", found: step.text.shortened))
      }
      return below(part)
    case .nothing: return .nothing(.expected(JSONFormTable.noPayload, found: step.text.shortened))
    default: return .anything
    }
  }

  private func below(_ part: JSONFormTable.Part) -> Below { .form(JSONForm(table, part.form)) }

  /// Why a member cannot be removed; nil if it can.
  func mismatch(without step: JSONPointer.Segment, in container: JSONNode) -> JSONError? {
    let node = table.nodes[table.resolved(index)]
    switch node.kind {
    case .cases: return JSON(members: []).withNode { mismatch($0) }
    case .object:
      guard let part = node.parts.first(named: step.raw) else { return nil }
      return table.mismatch(part.form, nil)?.below(part.name.pointer)
    default: return nil
    }
  }
}
