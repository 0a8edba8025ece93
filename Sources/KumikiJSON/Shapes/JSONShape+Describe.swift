package import KumikiValues

// The description and the canonical spelling of actions.
extension JSONShape {
  /// Describes an action for an issue by its cases from the root: `destination.presented.counter.inc`. A payload
  /// is never included, not even a payload that looks like a case.
  package func describe(_ action: JSONAction) -> ActionDescription {
    let cases = cases(of: action.node, namesAlone: true).cases.map(\.name)
    return ActionDescription(casePath: cases.joined(separator: "."), action: action.owned)
  }

  /// Describes an action for a developer, with the ids of rows and the payload: `rows.element[7].rename: "Bob"`.
  /// An issue contains neither, because it may be written to a log.
  func text(of action: JSONNode) -> String {
    let (cases, payload) = cases(of: action)
    let path = cases.map { name, id in name + (id.map { "[\(JSON(borrowing: $0))]" } ?? "") }
      .joined(separator: ".")
    guard let payload, !payload.isNothing else { return path }
    return "\(path): \(JSON(borrowing: payload))"
  }

  /// Returns the cases of an action, with the ids of rows and elements, and the payload of the innermost case.
  /// Enters an action only where an operator reads it.
  ///
  /// - Parameter namesAlone: whether to enter typed actions too, of which only the names are known.
  private func cases(
    of action: JSONNode, namesAlone: Bool = false
  ) -> (cases: [(name: String, id: JSONNode?)], payload: JSONNode?) {
    var cases: [(name: String, id: JSONNode?)] = []
    var (shape, action) = (self as JSONShape?, action)
    while let (key, payload) = JSONCase.of(action) {
      // An action whose type is not an enum has no names.
      if namesAlone, let names = shape?.namesOfTyped(action), !names.isEmpty {
        return (cases + names.map { ($0, nil) }, nil)
      }
      let found = shape?.here().firstResult { shape in
        shape.part.flatMap { part in part.branch.path.payload(of: action).map { (part, $0) } }
      }
      guard let (part, content) = found else { return (cases + [(key.string, nil)], payload) }
      cases += part.branch.names.map { ($0, nil) }
      if let (id, inner) = part.branch.describedChild(of: action, content) {
        if let word = part.branch.childWord { cases.append((word.text, id)) }
        (shape, action) = (part.child, inner)
      } else {
        (shape, action) = (nil, content)
      }
    }
    return (cases, cases.isEmpty ? nil : action)
  }

  /// Returns the cases of an action of a feature with typed actions; nil for another action.
  func namesOfTyped(_ action: JSONNode) -> [String]? {
    here().firstResult { shape in
      shape.substateKind?.names.known.flatMap { names in names.with { $0.of(action) } }
    }
  }

  /// Returns an action in its canonical spelling, for comparisons: `"inc"` for `{"inc": null}` and `{"inc":
  /// {}}`. A part that no operator reads is a payload, in which `null` and `{}` differ.
  package func canonical(_ action: JSON) -> JSON {
    guard StackBudget.has(StackBudget.codingReserve) else { return action }
    // The choices of dynamic reducers are not included, because they depend on the state.
    let here = here()
    let own = here.reversed().firstResult { shape in
      action.withNode { shape.substateKind?.canonical($0) }
    }
    if let own { return own }
    return here.reduce(action.withBareCase) { action, shape in
      shape.part?.canonical(action, at: shape.part!.branch.childNames[...]) ?? action
    }
  }
}

extension JSONStatePart {
  /// Returns an action with the canonical spelling of the child's action and of the cases around it.
  fileprivate func canonical(_ action: JSON, at names: ArraySlice<String>) -> JSON {
    guard let name = names.first.map({ JSONCase($0) }) else {
      guard branch.childWord == .element else { return child.canonical(action) }
      let inner = action.withNode { node in
        JSONActionNode(node).element.map { JSON(borrowing: $0.action.node) }
      }
      return inner.map { action.setting(ActionWord.action.text, to: child.canonical($0)) } ?? action
    }
    let action = action.withBareCase
    let payload = action.withNode { node in
      node.isObject ? name.payload(of: node).map { JSON(borrowing: $0) } : nil
    }
    return payload.map { name.wrap(canonical($0, at: names.dropFirst())) } ?? action
  }
}

extension JSON {
  /// This case as its name, if it has no payload.
  fileprivate var withBareCase: JSON {
    withNode { node in
      guard let (key, payload) = JSONCase.member(of: node), payload.isNothing else { return self }
      return JSON(stringLiteral: key.string)
    }
  }
}

extension JSONBranch {
  /// Returns the child's action and the id next to it, even if they do not match, for issues about them.
  fileprivate func describedChild(
    of action: JSONNode, _ content: JSONNode
  ) -> (id: JSONNode?, action: JSONNode)? {
    if let (id, inner) = child(of: JSONActionNode(action)) { return (id, inner.node) }
    guard childWord == .element, let element = JSONActionForm.element(of: content) else {
      return nil
    }
    return (element.id, element.action)
  }
}
