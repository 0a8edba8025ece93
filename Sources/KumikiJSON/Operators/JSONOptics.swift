package import KumikiValues

/// Accesses a part of a JSON state.
protocol JSONOptic: StateOptic, PathOptic, Sendable where Root == JSONState {
  /// The keys from the state to the part.
  var keys: [String] { get }
  /// Whether the part is the payload of a case, with the case's name as its key.
  var isCase: Bool { get }
  /// Whether null means that the child is absent. If not, null is the child's state.
  var isOptional: Bool { get }
}

/// Accesses the value at a pointer.
protocol JSONPointerOptic: JSONOptic {
  var pointer: JSONPointer { get }
}

extension JSONPointerOptic {
  var keys: [String] { pointer.keys }
  var isCase: Bool { false }
  package var opticID: OpticID { OpticID(pointer) }
  package var isWhole: Bool { pointer.keys.isEmpty }
  package var name: String { pointer.text }
  package func path(in root: JSONState) -> String { root.path + pointer.text }
}

/// The part of a JSON state at a pointer. A missing value is absent; for an optional, null is absent too.
package struct JSONPartOptic: JSONPointerOptic, @unchecked Sendable {
  package let pointer: JSONPointer
  private let steps: JSONSteps
  let isOptional: Bool

  package init(_ pointer: JSONPointer, isOptional: Bool) {
    self.pointer = pointer
    steps = pointer.segments
    self.isOptional = isOptional
  }

  package var absence: Issue.Code { .absentChild }

  package func modify<Result>(
    _ root: inout JSONState, _ body: (inout JSONState) -> Result
  ) -> Result? {
    root.visit(steps) { cursor in
      guard let node = cursor.node, !isOptional || !node.isNull else {
        return nil
      }
      return body(&cursor)
    } ?? nil
  }
}

/// The payload of one case of a JSON enum: `{"counter": {"count": 1}}`.
package struct JSONCaseOptic: JSONOptic, @unchecked Sendable {
  let stateCase: JSONCase

  var keys: [String] { [stateCase.name] }
  var isCase: Bool { true }
  var isOptional: Bool { false }
  package var opticID: OpticID { OpticID(stateCase) }
  package var absence: Issue.Code { .wrongCase }
  package var name: String { stateCase.name }
  package func caseUp(in root: JSONState) -> String? {
    guard let node = root.node else { return "nothing" }
    return JSONCase.name(of: node) ?? JSONError.found(node)
  }
  /// Returns the enum's own path, because a missing case has no place.
  package func path(in root: JSONState) -> String { root.path }

  package func modify<Result>(
    _ root: inout JSONState, _ body: (inout JSONState) -> Result
  ) -> Result? {
    root.stepCase(stateCase.step, body)
  }
}

extension JSONSlotOptions {
  /// Whether an action belongs to an alert. Such an action is in the case with the alert's name. If the whole
  /// slot is the alert, all actions belong to it.
  func isOwn(_ action: JSONAction, of state: JSONState) -> Bool {
    if isEphemeral { return true }
    guard let node = state.node, let (key, _) = JSONCase.of(node),
      let (actionKey, _) = JSONCase.of(action.node)
    else { return false }
    return key.isEqual(to: actionKey)
  }
}

/// The identity of the child in a plain optional of a JSON state.
package struct JSONChildIdentity: ChildIdentity, @unchecked Sendable {
  let pointer: JSONPointer
  let options: JSONSlotOptions

  package func value(in root: inout JSONState) -> JSONIdentity? {
    guard let node = root.node.flatMap({ pointer.resolve(in: $0) }),
      let identity = JSONIdentity(node, options)
    else { return nil }
    // A plain optional has no serial number. Two alerts differ by their contents, and equal alerts by the write
    // that assigned each.
    guard options.isEphemeral(identity.caseName) else { return identity }
    let place = root.makePlace().makeChild(pointer)
    if place.assigned == 0 { place.assigned = Serial.next() }
    return JSONIdentity(
      caseName: identity.caseName, id: JSON(borrowing: node), assigned: place.assigned)
  }

  package func dismissAlert(in root: inout JSONState, unlessReplaced before: JSONIdentity?) {
    guard let before, options.isEphemeral(before.caseName), value(in: &root) == before else {
      return
    }
    try? root.set(pointer, stealing: JSONNode.null)
  }

}

/// The identity of the payload in a case of a JSON enum.
struct JSONCaseIdentity: ChildIdentity, @unchecked Sendable {
  let stateCase: JSONCase
  let options: JSONSlotOptions

  func value(in root: inout JSONState) -> JSONIdentity? {
    guard let node = root.node, let payload = stateCase.payload(of: node) else { return nil }
    // A null payload is a child, because the case is present.
    return JSONIdentity(payload, options) ?? .present
  }
}
