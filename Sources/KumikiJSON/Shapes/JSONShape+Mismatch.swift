internal import KumikiValues

// The operators' requirements for a value, which are checked before it is written to a state from any source.
extension JSONShape {
  /// Returns why an operator cannot use a value; nil if it can.
  ///
  /// - Parameter step: the number of keys that lead to the value; one more for an element of rows.
  // Not inlined, here and below, because frames on the path count for each level of a state.
  @inline(never)
  func mismatch(
    of node: JSONNode?, after step: Int = 0, _ visit: JSONVisit = JSONVisit()
  ) -> JSONError? {
    guard has(.needsPlace) else { return nil }
    guard visit.hasStack else { return .stackExhausted() }
    if case .holder = content { return mismatch(holder: node, step, visit) }
    if step == steps.count { return mismatch(here: node, visit) }
    if step > steps.count { return part?.mismatch(of: node, visit) }
    // A scalar contains no places. An action for its inside raises an issue.
    guard let node, node.isContainer else { return mismatch(bareCase: node, visit) }
    return mismatch(below: node, step, visit)
  }

  @inline(__always)
  private func mismatch(below node: JSONNode, _ step: Int, _ visit: JSONVisit) -> JSONError? {
    mismatch(of: steps[step].child(of: node), after: step + 1, visit.down)?.below(steps[step].text)
  }

  /// Returns the mismatch in the payload of a case that is written as its name.
  private func mismatch(bareCase node: JSONNode?, _ visit: JSONVisit) -> JSONError? {
    guard part?.isCase == true, let payload = node.flatMap({ steps[0].payload(of: $0) }) else {
      return nil
    }
    return mismatch(here: payload, visit.down)?.below(steps[0].text)
  }

  /// Returns the mismatch of the object in which a history is shown; nil if the state itself is missing.
  private func mismatch(
    holder node: JSONNode?, _ step: Int, _ visit: JSONVisit
  ) -> JSONError? {
    if step == 0, node?.isNull ?? true { return nil }
    let isLast = step == steps.count
    guard let node, isLast ? node.isObject : node.isContainer else {
      let found = isLast ? node : nil
      return steps[step...].reversed().reduce(
        JSONError.expected("an object, to show the history in", found: found)
      ) { $0.below($1.text) }
    }
    return isLast ? nil : mismatch(below: node, step, visit)
  }

  /// Returns the mismatch of the operator's own value. A feature in another language reads its state itself when
  /// the state is set up. It is tried in advance only if another reducer takes over a state.
  // No payloads are bound in the cases, because this frame occurs at each level of a state.
  private func mismatch(here node: JSONNode?, _ visit: JSONVisit) -> JSONError? {
    switch content {
    case .none, .binding, .choice, .cases, .holder, .watcher, .requests: return nil
    case .substate, .declared: return mismatch(leaf: node, visit)
    case .part, .slot: return part!.mismatch(of: node, visit)
    case .rows: return mismatch(rows: node, visit)
    case .recursion:
      guard let visit = visit.into(self) else { return nil }
      return members[0].mismatch(of: node, visit)
    case .all, .history:
      for shape in members {
        if let mismatch = shape.mismatch(of: node, visit) { return mismatch }
      }
      return nil
    }
  }

  @inline(never)
  private func mismatch(leaf node: JSONNode?, _ visit: JSONVisit) -> JSONError? {
    switch content {
    case .substate(let kind): visit.verified?.mismatch(kind, node)
    case .declared(let form): node.flatMap { form.mismatch($0, visit.lack) }
    default: nil
    }
  }

  @inline(never)
  private func mismatch(rows node: JSONNode?, _ visit: JSONVisit) -> JSONError? {
    guard case .rows(let part, let form) = content, let node, !node.isNull else { return nil }
    let isKnown = visit.verified?.hasRows(node, form) ?? false
    if node.isArray, !isKnown, let mismatch = form.mismatch(rows: node) { return mismatch }
    if form.isPath { visit.lack?.isFound = true }
    return part.mismatch(elementsOf: node, form, visit)
  }

  /// Returns the mismatch inside a row, or inside an entry of a path in either form.
  func mismatch(inside row: JSONNode) -> JSONError? {
    guard case .rows(let part, let form) = content else { return nil }
    return part.mismatch(inside: row, form, JSONVisit())
  }
}

extension JSONStatePart {
  /// Returns the mismatch of the child's state: a presented value, an element of a path, a row.
  func mismatch(of node: JSONNode?, _ visit: JSONVisit = JSONVisit()) -> JSONError? {
    if node?.isNull ?? true, isOptional { return nil }
    return caseMismatch(node) ?? child.mismatch(of: node, visit)
  }

  /// Returns the mismatch of the elements of an array.
  func mismatch(
    elementsOf array: JSONNode, _ form: JSONRowsForm, _ visit: JSONVisit = JSONVisit()
  ) -> JSONError? {
    guard array.isArray else {
      let what = form.isPath ? "a path: an array of elements" : "rows: an array of objects"
      return .expected(what, found: array)
    }
    guard isEnum || child.has(.needsPlace) else { return nil }
    let isLong = form.isPath && JSONPathForm.isLong(array)
    for (index, row) in array.children.enumerated() {
      let mismatch =
        isLong ? mismatch(inside: row, form, visit.down) : mismatch(of: row, visit.down)
      guard let mismatch else { continue }
      let isPlain = !form.isPath || !isEnum || isLong
      return (isPlain ? mismatch : JSONPathForm.mismatch(entry: row) ?? mismatch).below("\(index)")
    }
    return nil
  }

  fileprivate func mismatch(
    inside row: JSONNode, _ form: JSONRowsForm, _ visit: JSONVisit
  ) -> JSONError? {
    guard form.isPath, let element = JSONPathForm.element(ofEntry: row) else {
      return mismatch(of: row, visit)
    }
    return mismatch(of: element, visit)?.below(JSONPathForm.element.name)
  }

  /// Returns why a value is not a case, or not one of the known cases, if it must be an enum.
  @inline(never)
  func caseMismatch(_ node: JSONNode?) -> JSONError? {
    guard isEnum, let node, !node.isNull else { return nil }
    guard let (key, _) = JSONCase.of(node) else {
      return .expected("a case: a text, or an object with one member", found: node)
    }
    guard let knownCases, !knownCases.contains(where: { $0.isNamed(key) }) else { return nil }
    return .expected(oneOf: knownCases.map(\.name), insteadOf: node)
  }
}
