internal import Kumiki

// An action may be spelt in several ways: `"inc"`, `{"inc": null}` and `{"inc": {}}`.

extension JSONShape {
  /// An action in its canonical spelling, for comparisons. A part that no operator reads is a payload, in
  /// which `null` and `{}` differ.
  package func spelt(_ action: JSON) -> JSON {
    action.withNode { Self.spelt($0, as: [self]) }
  }

  /// Rewrites an action in its canonical spelling, following the shapes that read it and the ways into it.
  private static func spelt(
    _ node: JSONNode, as shapes: [JSONShape], beside ways: [JSONActionWay] = []
  ) -> JSON {
    guard StackBudget.has(StackBudget.codingReserve) else { return JSON(borrowing: node) }
    let (further, substates) = JSONActionWay.first(of: shapes)
    return substates.firstResult { $0.spelt(node) } ?? spelt(node, along: ways + further)
  }

  /// Rewrites a case of an action, following the ways that go through it.
  private static func spelt(_ node: JSONNode, along ways: [JSONActionWay]) -> JSON {
    guard let (key, payload) = JSONCase.of(node), let payload else { return JSON(borrowing: node) }
    let name = JSONCase(bytes: key)
    if payload.isNothing { return JSON(stealing: JSON.made(.text(name.name))) }
    let here = ways.compactMap { $0.dropping(name) }
    if here.isEmpty { return JSON(borrowing: node) }
    return name.wrap(spelt(payload, at: here))
  }

  /// Rewrites the value under a case, at the ways that have reached it.
  private static func spelt(_ node: JSONNode, at ways: [JSONActionWay]) -> JSON {
    let ended = ways.filter(\.isEnd)
    let rows = ended.filter(\.isRow).map(\.child)
    if !rows.isEmpty {
      guard let (_, action) = JSONActionNode(node).element else { return JSON(borrowing: node) }
      return JSON(borrowing: node)
        .setting(ActionWord.action.text, to: spelt(action.node, as: rows))
    }
    return spelt(node, as: ended.map(\.child), beside: ways.filter { !$0.isEnd })
  }
}

/// An operator's way down into an action: through cases, to the child's action.
private struct JSONActionWay {
  var cases: ArraySlice<String>
  /// Whether the child's action is beside the id of a row.
  let isRow: Bool
  let child: JSONShape

  var isEnd: Bool { cases.isEmpty }

  /// The way after its first case; nil if that is another case.
  func dropping(_ name: JSONCase) -> JSONActionWay? {
    guard let first = cases.first, JSONCase(first) == name else { return nil }
    var rest = self
    rest.cases = cases.dropFirst()
    return rest
  }

  /// The ways of these shapes into an action, and the features in another language that read all of it.
  static func first(of shapes: [JSONShape]) -> ([JSONActionWay], [TypedSubstateKind]) {
    var ways: [JSONActionWay] = []
    var substates: [TypedSubstateKind] = []
    // A reader's choice depends on the state.
    for shape in shapes.flatMap(\.readers).reversed() where shape.kind != .binding {
      if let kind = shape.substateKind { substates.append(kind) }
      guard let branch = shape.branch else { continue }
      ways.append(
        JSONActionWay(
          cases: branch.childNames[...], isRow: shape.kind == .rows, child: shape.child))
    }
    return (ways, substates)
  }
}

extension JSONCasePath {
  /// An action with another payload under the path, which may go through elements; nil for another case.
  package func replacingPayload(of action: JSON, with payload: JSON) -> JSON? {
    action.withNode { Self.replaced($0, cases[...], payload) }
  }

  private static func replaced(
    _ node: JSONNode, _ rest: ArraySlice<JSONCase>, _ payload: JSON
  ) -> JSON? {
    guard let name = rest.first else { return payload }
    guard StackBudget.has(StackBudget.codingReserve) else { return nil }
    if let inner = name.payload(of: node) {
      return replaced(inner, rest.dropFirst(), payload).map { name.wrap($0) }
    }
    guard let action = JSONActionNode(node).soleElement else { return nil }
    return replaced(action, rest, payload).map {
      JSON(borrowing: node).setting(ActionWord.action.text, to: $0)
    }
  }
}
