// Compares values with a declaration.
extension JSONForm {
  package func mismatch(_ node: JSONNode?, _ lack: JSONLack? = nil) -> JSONError? {
    table.mismatch(index, node, lack)
  }
}

/// Whether a value that was compared with its declarations lacks something that the store adds: a default, or the ids
/// of a navigation path. If not, the value is not visited again.
package final class JSONLack {
  var isFound = false
}

extension JSONFormTable {
  /// Returns where a value does not match; nil if it matches. A nil value is absent.
  ///
  /// - Complexity: O(*n*) in the parts of the value that are declared.
  func mismatch(_ index: Int, _ node: JSONNode?, _ lack: JSONLack? = nil) -> JSONError? {
    if nodes[index].isOptional, node.map(\.isNull) ?? true { return nil }
    let kind = nodes[index].kind
    switch (kind, node?.kind) {
    case (.unsigned, .integer) where node!.integer < 0:
      return .expected("an integer from 0", found: node)
    case (.any, _), (.shape, _), (.integer, .integer), (.unsigned, .integer), (.number, .integer),
      (.number, .real), (.text, .string), (.boolean, .bool):
      return nil
    case (_, .null) where node == .keptOut: return nil
    case (.nothing, _):
      return node?.isNothing ?? true ? nil : .expected(Self.noPayload, found: node)
    case (.integer, _), (.unsigned, _): return .expected("an integer", found: node)
    case (.number, _): return .expected("a number", found: node)
    case (.text, _): return .expected("text", found: node)
    case (.boolean, _): return .expected("true or false", found: node)
    case (.array, _), (.map, _), (.object, _), (.cases, _), (.labels, _), (.named, _): break
    }
    // A declaration that contains itself recurses as deep as the value.
    guard StackBudget.has(StackBudget.declaringReserve) else { return .stackExhausted() }
    switch kind {
    case .named(_, let inner): return mismatch(inner, node, lack)
    case .array(let inner): return mismatch(elements: node, inner, lack)
    case .map(let inner): return mismatch(map: node, inner, lack)
    case .cases(let parts): return mismatch(case: node, parts, lack)
    case .labels(let parts) where node.map(\.isNull) ?? true:
      return parts.firstResult { mismatch($0, nil, lack) }
    case .object(let parts, let isOpen):
      return mismatch(object: node, parts, isOpen: isOpen, lack)
    default: return mismatch(object: node, kind.parts, isOpen: true, lack)
    }
  }

  private func mismatch(
    elements node: JSONNode?, _ inner: Int, _ lack: JSONLack?
  ) -> JSONError? {
    guard let node, node.isArray else { return .expected("an array", found: node) }
    for position in 0..<node.elementCount {
      if let mismatch = mismatch(inner, node.element(position), lack) {
        return mismatch.below("\(position)")
      }
    }
    return nil
  }

  private func mismatch(map node: JSONNode?, _ inner: Int, _ lack: JSONLack?) -> JSONError? {
    guard let node, node.isObject else { return .expected("an object", found: node) }
    for member in node.members {
      if let mismatch = mismatch(inner, member.value, lack) {
        return mismatch.below(member.key.string)
      }
    }
    return nil
  }

  private func mismatch(
    object node: JSONNode?, _ parts: [Part], isOpen: Bool, _ lack: JSONLack?
  ) -> JSONError? {
    guard let node, node.isObject else { return .expected("an object", found: node) }
    var known = 0
    // Members usually are in the order of their declaration.
    var members = JSONMembersInOrder(of: node)
    for part in parts {
      let value = members.value(part.name.segment.raw)
      if value != nil { known += 1 }
      if let mismatch = mismatch(part, value, lack) { return mismatch }
    }
    return isOpen || known == node.memberCount ? nil : undeclaredMismatch(in: node, parts)
  }

  private func mismatch(_ part: Part, _ value: JSONNode?, _ lack: JSONLack?) -> JSONError? {
    guard value != nil || part.fallback == nil else {
      lack?.isFound = true
      return nil
    }
    return mismatch(part.form, value, lack)?.below(part.name.pointer)
  }

  /// Returns the error for the first undeclared member, in an object that must not have any.
  private func undeclaredMismatch(in node: JSONNode, _ parts: [Part]) -> JSONError? {
    undeclaredKeys(in: node, parts).first.map { Self.unknown($0.string, parts) }
  }

  /// Returns the undeclared members, in an object that must not have any.
  func undeclaredKeys(in node: JSONNode, _ parts: [Part]) -> [JSONBytes] {
    let known = Set(parts.map(\.name))
    return node.members.map(\.key).filter { !known.contains(JSONCase(bytes: $0)) }
  }

  static func unknown(_ name: String, _ parts: [Part]) -> JSONError {
    .expected(
      oneOf: parts.map(\.name.name), found: name.shortened, name: name,
      path: JSONPointer.root.appending(name).text)
  }

  private func mismatch(case node: JSONNode?, _ parts: [Part], _ lack: JSONLack?) -> JSONError? {
    guard let node, node.mayBeAction, let (key, payload) = JSONCase.of(node),
      let part = parts.first(named: key)
    else {
      return .expected(oneOf: parts.map(\.name.name), insteadOf: node)
    }
    return mismatch(part.form, payload, lack)?.below(part.name.pointer)
  }

  static let noPayload = "no payload, null or {}"
}
