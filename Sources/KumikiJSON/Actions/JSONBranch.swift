package import KumikiValues

/// A branch of a reducer's actions: the cases that lead to it, and the actions that it accepts. ``read(_:)``
/// decides whether an action matches, what an operator does with it and how it is printed.
package final class JSONBranch: @unchecked Sendable {
  // Sendable: immutable.
  /// The owner of the actions: a child, rows, a slot, a navigation path, or the binding of a user interface.
  enum Kind {
    case child, rows, binding
    case slot(NavigationDialect)
    case path(NavigationDialect)

    /// The case below the path that contains a child's action; nil if the action directly follows the path.
    var childWord: ActionWord? {
      switch self {
      case .child, .binding: nil
      case .slot: .presented
      case .rows, .path: .element
      }
    }
  }

  package let path: JSONCasePath
  let kind: Kind
  let names: [String]
  /// Unique among all branches of the process.
  let serial = Serial.next()
  /// The case after the path that contains a child's action; for rows and a navigation path, next to an id.
  private let last: JSONSegmentRef?

  init(_ path: JSONCasePath, _ kind: Kind) {
    self.path = path
    self.kind = kind
    names = path.names
    // These steps belong to constants, which are never released.
    last = kind.childWord.map { $0 == .presented ? JSONCase.presented.step : JSONCase.element.step }
  }

  /// Returns the meaning of an action; nil if the action belongs to another branch.
  /// - Throws: the mismatch with its place.
  func read(_ action: JSONActionNode) throws(JSONError) -> JSONActionForm.Content? {
    if let (id, child) = child(of: action) {
      return id.map { .element(id: $0, action: child) } ?? .child(child)
    }
    return try readOther(action)
  }

  /// Returns the meaning of an action that is known not to be a child's action.
  func readOther(_ action: JSONActionNode) throws(JSONError) -> JSONActionForm.Content? {
    guard let payload = try payload(of: action) else { return nil }
    do throws(JSONError) {
      switch kind {
      case .child: return nil
      case .slot(let dialect): return try JSONActionForm.slot(payload, dialect)
      case .rows: throw JSONActionForm.mismatch(rows: payload)
      case .path(let dialect): return try JSONActionForm.path(payload, dialect)
      case .binding: return try JSONActionForm.binding(payload)
      }
    } catch {
      throw error.below(path.pointer)
    }
  }

  /// Returns the value under the path; nil if the action is another case.
  /// - Throws: if the path's member has siblings, because an action is one case.
  private func payload(of action: JSONActionNode) throws(JSONError) -> JSONNode? {
    if let payload = action.payload(path.segments) { return payload.node }
    // An action with one member can only be another case.
    if action.node.isObject, !action.isOneCase || path.segments.count > 1 {
      try checkSiblings(in: action.node)
    }
    return nil
  }

  /// Refuses a member of the path that has siblings.
  @inline(never)
  private func checkSiblings(in action: JSONNode) throws(JSONError) {
    var here = action
    for (depth, step) in path.segments.enumerated() {
      guard let inner = step.payload(of: here) else {
        if step.member(of: here) == nil { return }
        throw JSONError(
          .decode, path: JSONPointer(keys: Array(names.prefix(depth))).text,
          message: "an action is one case: \"\(names[depth])\" stands beside other members")
      }
      here = inner
    }
  }

  /// Returns the child's action, and the id of its row or element; nil for other actions.
  @inline(__always)
  func child(of action: JSONActionNode) -> (id: JSONNode?, action: JSONActionNode)? {
    action.found(by: self) ?? searchChild(of: action)
  }

  /// Records where the child's action is, and returns the child's action; nil for other actions.
  @inline(__always)
  func noteChild(of action: JSONActionNode) -> JSONActionNode? {
    guard let (_, child) = searchChild(of: action) else { return nil }
    action.note(serial, child)
    return child
  }

  @inline(__always)
  private func searchChild(
    of action: JSONActionNode
  ) -> (id: JSONNode?, action: JSONActionNode)? {
    // A string is a case without a payload.
    if last != nil, action.node.isText { return nil }
    guard let payload = action.payload(path.segments) else { return nil }
    guard let last else {
      if case .binding = kind { return nil }
      return (nil, payload)
    }
    guard let child = payload.payload(last) else { return nil }
    switch kind {
    case .slot: return child.isAction ? (nil, child) : nil
    case .path:
      guard let (id, action) = child.soleElement, action.isAction, StackElementID(id) != nil else {
        return nil
      }
      return (id, action)
    default:
      guard let (id, action) = child.soleElement, action.isAction else { return nil }
      return (id, action)
    }
  }

  var childWord: ActionWord? { kind.childWord }
  var childNames: [String] { names + (childWord.map { [$0.text] } ?? []) }

  /// The place of the child's action in an action of this branch, for errors.
  var childPlace: JSONPointer {
    childWord == .element ? place(.element, .action) : JSONPointer(keys: childNames)
  }

  /// Returns the keys of a typed feature's slot from its actions' cases, which have the same names.
  package static func stateKeys(of names: some Sequence<String>) -> [String] {
    names.filter { $0 != ActionWord.presented.text }
  }

  func place(_ words: ActionWord...) -> JSONPointer {
    JSONPointer(keys: names + words.map(\.text))
  }
}

// MARK: - Optics for the operators

extension JSONBranch: ActionOptic, SlotActionOptic, ElementActionOptic, PathActionOptic {
  package typealias Root = JSONAction
  package typealias Value = JSONAction
  package typealias ChildAction = JSONAction
  package typealias ElementAction = JSONAction
  package typealias Source = JSONAction
  package typealias Path = JSONAction
  package typealias ID = JSONRowID

  @inline(__always)
  package func extract(from root: JSONAction) -> JSONAction? {
    child(of: root.at).map { JSONAction($0.action) }
  }

  package func embed(_ action: JSONAction) -> JSONAction { action.wrapped { path.wrap($0) } }

  @inline(__always)
  package func presented(in root: JSONAction) -> JSONAction? { extract(from: root) }

  package func other(in root: JSONAction) -> OtherSlotAction<JSONAction>? {
    if root.node.isText { return nil }
    return switch try? readOther(root.at) {
    case .dismiss: .dismiss
    case .present(let id, let state):
      .present(
        id: id.map { PresentationID($0.text) }, state.map { JSONAction(borrowing: $0) })
    default: nil
    }
  }

  package func embed(presented action: JSONAction) -> JSONAction {
    action.wrapped { path.wrap(JSONActionForm.presented($0)) }
  }

  package func embedDismiss() -> JSONAction { wrap(JSONActionForm.dismiss) }

  package func extract(from root: JSONAction) -> (id: JSONRowID, action: JSONAction)? {
    guard case (let id?, let inner)? = child(of: root.at) else { return nil }
    return (JSONRowID(borrowing: id), JSONAction(inner))
  }

  package func embed(_ action: JSONAction, id: JSONRowID) -> JSONAction {
    action.wrapped { path.wrap(JSONActionForm.element($0, id.json)) }
  }

  package func kept(_ id: JSONRowID) -> JSONRowID { id.owned }

  package func extract(
    from root: JSONAction
  ) -> PathAction<JSONAction, JSONAction, JSONAction>? {
    switch try? read(root.at) {
    case .element(let id, let inner): StackElementID(id).map { .element($0, JSONAction(inner)) }
    case .push(let id, let state): .push(id ?? .next(), JSONAction(borrowing: state))
    case .pop(let id): isLegacy ? .dismiss(id) : .popFrom(id)
    case .setPath(let path): .setPath(JSONAction(borrowing: path))
    default: nil
    }
  }

  package func embed(_ action: JSONAction, id: StackElementID) -> JSONAction {
    action.wrapped { path.wrap(JSONActionForm.element($0, id.json)) }
  }

  package func embedPop(_ id: StackElementID) -> JSONAction {
    wrap(JSONActionForm.pop(id.json, isLegacy ? .legacy : .modern))
  }

  private var isLegacy: Bool {
    if case .path(.legacy) = kind { true } else { false }
  }

  private func wrap(_ payload: JSON) -> JSONAction { JSONAction(path.wrap(payload)) }
}
