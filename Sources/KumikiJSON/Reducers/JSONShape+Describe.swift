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
  private func names(of action: JSONNode) -> [String] {
    guard let (key, _) = JSONCase.of(action) else { return [] }
    return branch(of: action) ?? [String(decoding: key, as: UTF8.self)]
  }

  private func branch(of action: JSONNode) -> [String]? {
    switch kind {
    case .none, .binding, .cell: return nil
    case .all: return children.lazy.compactMap { $0.branch(of: action) }.first
    case .recursion: return child.branch(of: action)
    case .part: return payload(of: action).map { cases + child.names(of: $0) }
    case .slot: return payload(of: action).map { cases + Self.slotNames($0, child) }
    case .rows: return payload(of: action).map { cases + Self.rowNames($0, child) }
    }
  }

  /// True where an action is a write of a view's binding, for whichever part.
  package func isBinding(_ action: JSONNode) -> Bool {
    switch kind {
    case .none, .cell: return false
    case .all: return children.contains { $0.isBinding(action) }
    case .recursion: return child.isBinding(action)
    case .binding: return payload(of: action) != nil
    case .part: return payload(of: action).map(child.isBinding) ?? false
    case .slot:
      return payload(of: action).flatMap { JSONSlotActionOptic.presented.payload(of: $0) }
        .map(child.isBinding) ?? false
    case .rows:
      return payload(of: action).flatMap { JSONElementActionOptic.parts($0) }
        .map { child.isBinding($0.action) } ?? false
    }
  }

  private static func slotNames(_ node: JSONNode, _ child: JSONShape) -> [String] {
    guard node.pointee.type == JSON_OBJECT,
      let inner = JSONSlotActionOptic.presented.payload(of: node)
    else { return JSONShape.none.names(of: node) }
    return [JSONSlotActionOptic.presented.name] + child.names(of: inner)
  }

  private static func rowNames(_ node: JSONNode, _ element: JSONShape) -> [String] {
    guard let (_, action) = JSONElementActionOptic.parts(node) else {
      return JSONShape.none.names(of: node)
    }
    return [JSONElementActionOptic.element.name] + element.names(of: action)
  }

  private func payload(of action: JSONNode) -> JSONNode? {
    var node = action
    for name in cases {
      guard let inner = JSONCase(name).payload(of: node) else { return nil }
      node = inner
    }
    return node
  }
}
