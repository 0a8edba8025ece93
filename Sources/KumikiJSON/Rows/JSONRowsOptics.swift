internal import CJansson
package import Kumiki

/// Reaches the rows of a JSON array.
///
/// A class, as ``JSONSlotOptic``.
package final class JSONRowsOptic: StateOptic, @unchecked Sendable {
  private let pointer: JSONPointer
  private let steps: JSONSteps
  private let form: JSONRowsForm

  init(pointer: JSONPointer, form: JSONRowsForm) {
    self.pointer = pointer
    steps = pointer.segments
    self.form = form
  }

  package var place: Place { Place(pointer) }
  package var absence: Issue.Code { .missingElement }
  package var name: String { pointer.text }
  package func path(in root: JSONState) -> String { root.path + pointer.text }

  package func modify<Result>(
    _ root: inout JSONState, _ body: (inout JSONRowsView) -> Result
  ) -> Result? {
    let optic = Unmanaged.passUnretained(self)
    return root.descend(steps) { cursor in
      let rows = cursor.knownRows ?? optic._withUnsafeGuaranteedRef { $0.makeRows(&cursor) }
      return withUnsafeMutablePointer(to: &cursor) { cursor in
        var view = JSONRowsView(cursor: cursor, rows: rows)
        return body(&view)
      }
    }
  }

  @inline(never)
  private func makeRows(_ cursor: inout JSONState) -> Unmanaged<JSONRows> {
    .passUnretained(cursor.meetRows(form))
  }
}

/// Reaches a JSON path.
package struct JSONPathOptic: StateOptic, @unchecked Sendable {
  let pointer: JSONPointer
  let form: JSONRowsForm

  package var place: Place { Place(pointer) }
  package var absence: Issue.Code { .missingStackElement }
  package var name: String { pointer.text }
  package func path(in root: JSONState) -> String { root.path + pointer.text }

  package func modify<Result>(
    _ root: inout JSONState, _ body: (inout JSONPathView) -> Result
  ) -> Result? {
    return root.descend(pointer) { cursor in
      let rows = cursor.meetRows(form)
      var view = JSONPathView(cursor: cursor, rows: rows)
      let result = body(&view)
      cursor.node = view.cursor.node
      return result
    }
  }
}

/// Row actions in JSON: `{"rows": {"element": {"id": I, "action": A}}}`.
package struct JSONElementActionOptic: ElementActionOptic, Sendable {
  let path: JSONCasePath

  static let element = JSONCase("element")
  static let id = JSONCase("id")
  static let action = JSONCase("action")

  package func extract(from root: JSONAction) -> (id: JSONRowID, action: JSONAction)? {
    guard let rows = root.at.payload(path.segments),
      let (id, action) = rows.payload(Self.element.step)?.element
    else { return nil }
    return (JSONRowID(borrowing: id), JSONAction(action))
  }

  package func embed(_ action: JSONAction, id: JSONRowID) -> JSONAction {
    JSONAction(path.wrap(Self.wrap(action.json, id.json)))
  }

  package func kept(_ id: JSONRowID) -> JSONRowID { id.owned }

  /// The id and the action of an element's action, borrowed.
  package static func parts(_ node: JSONNode) -> (id: JSONNode, action: JSONNode)? {
    guard let inner = element.payload(of: node), let id = id.member(of: inner),
      let action = action.member(of: inner)
    else { return nil }
    return (id, action)
  }

  /// `{"element": {"id": I, "action": A}}`.
  package static func wrapped(_ action: JSON, _ id: JSON) -> JSON { wrap(action, id) }

  static func wrap(_ action: JSON, _ id: JSON) -> JSON {
    element.wrap(["id": id, "action": action])
  }
}

/// Path actions in JSON, in either dialect.
package struct JSONPathActionOptic: PathActionOptic, Sendable {
  let path: JSONCasePath
  let isSeed: Bool

  static let push = JSONCase("push")
  static let popFrom = JSONCase("popFrom")
  static let dismiss = JSONCase("dismiss")
  static let setPath = JSONCase("setPath")
  static let state = JSONCase("state")

  package func extract(
    from root: JSONAction
  ) -> PathAction<JSONAction, JSONAction, JSONAction>? {
    guard let stack = root.at.payload(path.segments) else { return nil }
    if let (id, action) = stack.payload(JSONElementActionOptic.element.step)?.element,
      let id = StackElementID(id)
    {
      return .element(id, JSONAction(action))
    }
    let node = stack.node
    if isSeed {
      if let id = Self.id(Self.dismiss, node) { return .dismiss(id) }
      return Self.setPath.payload(of: node).map { .setPath(JSONAction(borrowing: $0)) }
    }
    if let id = Self.id(Self.popFrom, node) { return .popFrom(id) }
    guard let what = Self.push.payload(of: node), let state = Self.state.member(of: what) else {
      return nil
    }
    let given = JSONElementActionOptic.id.member(of: what).flatMap { StackElementID($0) }
    return .push(given ?? .next(), JSONAction(borrowing: state))
  }

  static func id(_ name: JSONCase, _ node: JSONNode) -> StackElementID? {
    name.payload(of: node).flatMap { JSONElementActionOptic.id.member(of: $0) }
      .flatMap { StackElementID($0) }
  }

  package func embed(_ action: JSONAction, id: StackElementID) -> JSONAction {
    JSONAction(path.wrap(JSONElementActionOptic.wrap(action.json, id.json)))
  }

  package func embedPop(_ id: StackElementID) -> JSONAction {
    JSONAction(path.wrap((isSeed ? Self.dismiss : Self.popFrom).wrap(["id": id.json])))
  }
}
