internal import CJansson
package import Kumiki

extension JSONShape {
  /// An action as an issue shows it.
  package func describe(_ action: JSONAction) -> ActionDescription {
    ActionDescription(
      casePath: names(of: action.node).joined(separator: "."), action: action.owned)
  }

  /// The cases of an action from the root: `destination.presented.counter.inc`.
  ///
  /// It goes down only where an operator says that an action follows, and ends with the case of the
  /// innermost one: a payload never shows, not even one that looks like a case.
  func names(of action: JSONNode) -> [String] {
    var names: [String] = []
    var shape = self
    var action = action
    while let (key, _) = JSONCase.of(action) {
      guard let (found, payload) = shape.branch(of: action) else {
        return names + [String(decoding: key, as: UTF8.self)]
      }
      names += found.cases
      guard let (case: inside, inner) = found.childAction(in: payload) else {
        return names + JSONShape.none.names(of: payload)
      }
      if let inside { names.append(inside.name) }
      (shape, action) = (found.child, inner)
    }
    return names
  }

  /// The first child whose branch an action is in, and what stands there.
  private func branch(of action: JSONNode) -> (shape: JSONShape, payload: JSONNode)? {
    var stack = [self]
    while let shape = stack.popLast() {
      switch shape.kind {
      case .none, .choice, .binding, .cell: continue
      case .all: stack += shape.children.reversed()
      case .recursion: stack.append(shape.child)
      case .part, .slot, .rows:
        if let payload = shape.payload(of: action) { return (shape, payload) }
      }
    }
    return nil
  }

  /// The child's action in what stands in its branch, and the case that it is in there.
  func childAction(in payload: JSONNode) -> (case: JSONCase?, action: JSONNode)? {
    switch kind {
    case .part: return (nil, payload)
    case .slot:
      let presented = JSONSlotActionOptic.presented
      guard payload.pointee.type == JSON_OBJECT, let inner = presented.payload(of: payload)
      else { return nil }
      return (presented, inner)
    case .rows:
      guard let (_, inner) = JSONElementActionOptic.parts(payload) else { return nil }
      return (JSONElementActionOptic.element, inner)
    default: return nil
    }
  }

  /// What stands in the branch of the actions; nil where an action is in another one.
  func payload(of action: JSONNode) -> JSONNode? {
    var node = action
    for name in cases {
      guard let inner = JSONCase(name).payload(of: node) else { return nil }
      node = inner
    }
    return node
  }
}
