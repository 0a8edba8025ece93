internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

// Writes through scoped stores, as actions of the store's feature.

extension StoreHandle {
  /// Sends a write of a field, and reports it if no reducer handled it. Sends nothing through a scoped store whose
  /// state is gone.
  func writeBinding(_ path: JSONCasePath, _ pointer: JSONPointer, _ value: JSON) throws {
    try check()
    if !source.isReducing, !isValid { return }
    let write = JSONActionForm.write(pointer.text, value)
    let before = core.handledBindings
    try send(path.wrap(write))
    afterBurst { [weak self] in
      guard let self, !core.isEnded, core.handledBindings == before else { return }
      loop.report(
        Issue(
          code: .bindingUnhandled,
          message: "a write of a binding to \(pointer.text) was not taken by any reducer; "
            + "add kmk_binding_fields to the feature", statePath: pointer.text,
          actionCase: place.names(path)))
    }
  }

  /// Sends the actions that turn the current navigation path into the path that a view shows. Sends nothing through a
  /// scoped store whose state is gone.
  func writePath(_ pointer: JSONPointer, _ actions: JSONCasePath, _ new: JSON) throws {
    try checkReading()
    guard new.kind == .array else { throw Failure.invalid("path is no array") }
    guard isValid else { return }
    guard let old = try part(pointer), old.kind == .array else {
      throw Failure(
        KMK_ERR_NOT_FOUND, misspelling(of: pointer) ?? "there is no path", path: pointer.shortText)
    }
    // One dialect knows only popFrom, the other only setPath. A dynamic reducer accepts any action, so the operator
    // at the place decides.
    let form = source.documented?.rowsForm(at: base.appending(pointer))
    let pop = place.wrap(actions.wrap(JSONActionForm.pop(0, .modern)))
    try JSONMeasure.check(pop)
    if form?.isLegacy ?? !source.takes(pop) {
      return try send(actions.wrap(JSONActionForm.setPath(new)))
    }
    if new.count > old.count, let last = new[index: new.count - 1] {
      try send(actions.wrap(pushed(last)))
    } else if new.count < old.count, let gone = Self.firstMissing(old, in: new) {
      try send(actions.wrap(JSONActionForm.pop(gone, .modern)))
    } else {
      loop.report(
        Issue(
          code: .pathNotHandled,
          message: "a path of \(new.count) elements was written over one as long; nothing was sent",
          statePath: pointer.text, actionCase: place.names(actions)))
    }
  }

  /// Returns the payload of a push: the element's state, with an id that the store has not used yet.
  private func pushed(_ entry: JSON) -> JSON {
    let id = JSON(
      integerLiteral: Int64(clamping: core.identifiers.stackElementID().generation))
    return JSONActionForm.push(Self.element(of: entry), id)
  }

  /// Returns the id of the first element that is not in the new path. If the new elements have no ids, the index
  /// decides.
  private static func firstMissing(_ old: JSON, in new: JSON) -> JSON? {
    let ids = (0..<new.count).compactMap { new[index: $0].flatMap(id) }
    guard ids.count == new.count else { return old[index: new.count].flatMap(id) }
    let kept = Set(ids)
    return (0..<old.count).firstResult { index -> JSON? in
      guard let id = old[index: index].flatMap(id), !kept.contains(id) else { return .none }
      return .some(id)
    }
  }

  private static func isEntry(_ item: JSON) -> Bool {
    item.kind == .object && item.count == 2 && item[key: "id"]?.integer != nil
      && item[key: "element"] != nil
  }

  private static func id(of item: JSON) -> JSON? { isEntry(item) ? item[key: "id"] : nil }

  private static func element(of item: JSON) -> JSON {
    isEntry(item) ? item[key: "element"] ?? item : item
  }

  /// Calls `check` after the action that was just sent has been handled: now, or in the loop's next iteration if a
  /// busy store may have queued it.
  private func afterBurst(_ check: @escaping () -> Void) {
    if loop.activity == 0 { check() } else { loop.nextTurn(check) }
  }
}
