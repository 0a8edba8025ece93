internal import KumikiValues

// Private cases: cases of an action that only the effects of their feature send. An action is judged once, before any
// reducer runs.
extension JSONShape {
  /// Returns why the sender of an action may not send it; nil if it may.
  func refusal(of action: JSONAction) -> JSONError? {
    refusal(of: action.node, sentAs: action.sentByEffect)
  }

  /// Returns why a sender may not send an action; nil if it may.
  ///
  /// Features around the effect's own only wrap its action, so all their cases are allowed. An effect that names a
  /// child's case sends it as any other sender would.
  ///
  /// - Parameter sent: the part of the action that its effect sent, in the words of the effect's feature. Nil for an
  ///   action of the program, which may contain no private case.
  func refusal(of action: JSONNode, sentAs sent: JSONNode?) -> JSONError? {
    guard has(.hasPrivate) else { return nil }
    return refusal(of: JSONActionNode(action), [], sent, isOwn: sent != nil)
  }

  /// - Parameters:
  ///   - outer: the declarations of this level in the payloads of the features around it.
  ///   - isOwn: whether the level belongs to the effect's feature, or to one around it.
  private func refusal(
    of action: JSONActionNode, _ outer: [JSONForm], _ sent: JSONNode?, isOwn: Bool
  ) -> JSONError? {
    var forms = outer
    var children: [(part: JSONStatePart, action: JSONActionNode)] = []
    for shape in here() {
      // A feature in Swift, whose own effects may send all its private cases, at any depth.
      if case .substate(let kind) = shape.content, !isOwn, let refusal = kind.refusal(action.node) {
        return refusal
      }
      if case .cases(let form) = shape.content, form.table.hasPrivate { forms.append(form) }
      if let part = shape.part, let (_, child) = part.branch.child(of: action) {
        children.append((part, child))
      }
    }
    if children.isEmpty {
      if isOwn { return nil }
      return forms.firstResult { $0.privateCase(in: action.node, upTo: nil) }
    }
    let isChildOwn = isOwn && action.node != sent
    for (part, child) in children {
      if !isOwn,
        let refusal = forms.firstResult({ $0.privateCase(in: action.node, upTo: child.node) })
      {
        return refusal
      }
      let inner = forms.compactMap { $0.form(of: child.node, in: action.node) }
      if let refusal = part.child.refusal(of: child, inner, sent, isOwn: isChildOwn) {
        return refusal.below(part.branch.childPlace)
      }
    }
    return nil
  }
}

extension JSONForm {
  /// Returns the error for the first private case of an action.
  ///
  /// - Parameter end: the child's action, which is judged by the child.
  fileprivate func privateCase(in node: JSONNode, upTo end: JSONNode?) -> JSONError? {
    if node == end { return nil }
    switch kind {
    case .cases(let parts):
      guard let (key, payload) = JSONCase.of(node), let part = parts.first(named: key) else {
        return nil
      }
      if part.isPrivate { return .isPrivate(part.name.name, among: parts) }
      guard let payload else { return nil }
      return JSONForm(table, part.form).privateCase(in: payload, upTo: end)?
        .below(part.name.pointer)
    case .object(let parts, _), .labels(let parts):
      return parts.firstResult { part in
        part.name.member(of: node).flatMap {
          JSONForm(table, part.form).privateCase(in: $0, upTo: end)?.below(part.name.pointer)
        }
      }
    default: return nil
    }
  }

  /// Returns the declaration of a child's action inside a feature's action; nil if it is not declared.
  fileprivate func form(of child: JSONNode, in node: JSONNode) -> JSONForm? {
    if node == child { return self }
    return kind.parts.firstResult { part in
      let isCase = if case .cases = kind { true } else { false }
      let inner = isCase ? part.name.payload(of: node) : part.name.member(of: node)
      return inner.flatMap { JSONForm(table, part.form).form(of: child, in: $0) }
    }
  }
}

extension JSONError {
  fileprivate static func isPrivate(_ name: String, among parts: [JSONFormTable.Part]) -> JSONError
  {
    let most = 8
    let open = parts.filter { !$0.isPrivate }.map(\.name.name)
    let known = open.prefix(most).joined(separator: ", ") + (open.count > most ? ", ..." : "")
    return JSONError(
      .notAllowed,
      message: "the case \"\(name.shortened)\" is private: only effects of its own feature send it"
        + (open.isEmpty ? "" : "; send one of the feature's other cases: \(known)"))
  }
}

extension PrivateCase {
  /// The case as the error of a send.
  package var jsonError: JSONError {
    JSONError(.notAllowed, path: JSONPointer(keys: path).text, message: message)
  }
}
