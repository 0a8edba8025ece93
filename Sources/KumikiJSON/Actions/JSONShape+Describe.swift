package import Kumiki

extension JSONShape {
  /// Describes an action for an issue: its cases from the root, `destination.presented.counter.inc`. A
  /// payload is never included, not even one that looks like a case.
  package func describe(_ action: JSONAction) -> ActionDescription {
    let cases = way(down: action.node).cases.map(\.name)
    return ActionDescription(casePath: cases.joined(separator: "."), action: action.owned)
  }

  /// Describes an action for a developer, with the ids of rows and the payload:
  /// `rows.element[7].rename: "Bob"`. An issue contains neither, because it may end up in a log.
  func text(of action: JSONNode) -> String {
    let (cases, payload) = way(down: action)
    let path = cases.map { name, id in name + (id.map { "[\(JSON(borrowing: $0))]" } ?? "") }
    guard let payload, !payload.isNothing else { return path.joined(separator: ".") }
    return "\(path.joined(separator: ".")): \(JSON(borrowing: payload))"
  }

  /// The cases of an action, with the ids of rows and elements, and the payload of the innermost case. Goes
  /// down only where an operator reads an action.
  private func way(
    down action: JSONNode
  ) -> (cases: [(name: String, id: JSONNode?)], payload: JSONNode?) {
    var cases: [(name: String, id: JSONNode?)] = []
    var shape = self
    var action = action
    while let (key, payload) = JSONCase.of(action) {
      guard let (reader, branch, content) = shape.reader(of: action) else {
        return (cases + [(key.string, nil)], payload)
      }
      cases += branch.names.map { ($0, nil) }
      if let (id, inner) = branch.describedChild(of: action, content) {
        if let word = branch.childWord { cases.append((word.text, id)) }
        (shape, action) = (reader.child, inner)
      } else {
        (shape, action) = (.none, content)
      }
    }
    return (cases, cases.isEmpty ? nil : action)
  }

  /// The first operator whose branch contains an action, and the value there.
  private func reader(
    of action: JSONNode
  ) -> (shape: JSONShape, branch: JSONBranch, content: JSONNode)? {
    readers.firstResult { shape in
      guard shape.kind != .binding, let branch = shape.branch,
        let content = branch.path.payload(of: action)
      else { return nil }
      return (shape, branch, content)
    }
  }
}

extension JSONBranch {
  /// The child's action and the id beside it, even if they do not fit: the issue may be about them.
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
