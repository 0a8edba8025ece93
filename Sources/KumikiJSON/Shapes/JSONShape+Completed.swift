internal import KumikiValues

// The shapes that reducers declare for their states, and the defaults in them.
extension JSONShape {
  /// Returns the state that a store uses for a given state, with the defaults of missing members; nil if none
  /// are missing.
  ///
  /// - Throws: the mismatch. Added members are checked too, because one shape may require or refuse members that
  ///   another adds.
  func taken(
    _ node: JSONNode, _ identifiers: Identifiers, _ visit: JSONVisit = JSONVisit()
  ) throws(JSONError) -> JSON? {
    var (checking, completing) = (visit, visit)
    checking.lack = JSONLack()
    if mismatch(of: node, checking) == nil, !has(.declares) || !checking.lack!.isFound {
      return nil
    }
    completing.identifiers = identifiers
    let whole = has(.declares) ? try completed(node, after: 0, completing) : nil
    guard let mismatch = mismatch(of: whole?.node ?? node, visit) else { return whole }
    // The path in the error refers to a state without ids in its navigation paths.
    let plain = try completed(node, after: 0, visit)
    throw self.mismatch(of: plain?.node ?? node, visit) ?? mismatch
  }

  /// Returns a saved state without undeclared members of closed objects, which older programs may have left.
  func known(_ state: JSON) throws(JSONError) -> JSON {
    try completed(state.node, JSONVisit(isRestoring: true)) ?? state
  }

  /// Returns the state of a log with its transient members, which a log does not contain.
  func withTransient(_ state: JSON) throws(JSONError) -> JSON {
    guard has(.mayHaveTransient) else { return state }
    return try completed(state.node, JSONVisit(isReplaying: true)) ?? state
  }

  /// The declarations of this shape's value, from all reducers around it at its place, the outermost first.
  var declaredHere: [JSONForm] {
    guard has(.mayDeclare) else { return [] }
    let around = here { shape in
      if case .part(let part) = shape.content, part.keys.isEmpty { return [part.child] }
      return shape.members.filter { $0.has(.mayDeclare) }
    }
    return around.compactMap {
      if case .declared(let form) = $0.content { form } else { nil }
    }
  }

  /// Returns a value with the defaults of its missing members; nil if none are missing. Mismatched parts are
  /// left unchanged. If two reducers declare a default for one member, the outer reducer's default is used.
  ///
  /// - Parameter step: as in ``mismatch(of:after:)``.
  func completed(
    _ node: JSONNode, after step: Int = 0, _ visit: JSONVisit = JSONVisit()
  ) throws(JSONError) -> JSON? {
    guard has(.mayComplete), visit.round != .inside || !isDeclared else { return nil }
    if visit.round == .here, !steps.isEmpty || !has(.mayDeclare) { return nil }
    guard visit.hasStack else { throw .stackExhausted() }
    if step == steps.count { return try completed(here: node, visit) }
    if step > steps.count { return try part?.child.completed(node, after: 0, visit) }
    guard let inner = steps[step].child(of: node),
      let whole = try completed(inner, after: step + 1, visit.down)
    else { return nil }
    return try JSON.changing(node) { (copy) throws(JSONError) in
      _ = copy().replaceChild(steps[step], inner, stealing: whole.retained())
    }
  }

  // Large payloads are not bound in the cases, because this frame occurs at each level of a state.
  private func completed(here node: JSONNode, _ visit: JSONVisit) throws(JSONError) -> JSON? {
    switch content {
    case .none, .binding, .substate, .choice, .cases, .holder, .watcher, .requests: return nil
    case .declared(let form):
      if visit.isReplaying { return try form.withTransient(node) }
      return try visit.isRestoring ? form.known(node) : form.completed(node)
    case .all: return try completed(byAll: node, visit)
    case .recursion:
      guard let visit = visit.into(self) else { return nil }
      return try members[0].completed(node, after: 0, visit)
    case .part, .slot: return try part!.child.completed(node, after: 0, visit)
    case .history: return try members[0].completed(node, after: 0, visit)
    case .rows: return try completed(rows: node, visit)
    }
  }

  /// Completes by the declarations here, then by the shapes inside. Repeats until nothing is added, because one
  /// shape may add an object that another completes.
  private func completed(byAll node: JSONNode, _ visit: JSONVisit) throws(JSONError) -> JSON? {
    guard visit.round == nil else { return try completed(inRound: node, visit) }
    var whole: JSON?
    var round = visit
    while true {
      round.round = .here
      let outer = try completed(inRound: whole?.node ?? node, round)
      whole = outer ?? whole
      round.round = .inside
      let inner = try completed(inRound: whole?.node ?? node, round)
      whole = inner ?? whole
      if outer == nil && inner == nil { return whole }
    }
  }

  private func completed(inRound node: JSONNode, _ visit: JSONVisit) throws(JSONError) -> JSON? {
    var whole: JSON?
    for shape in members {
      whole = try shape.completed(whole?.node ?? node, after: 0, visit) ?? whole
    }
    return whole
  }

  private var isDeclared: Bool { if case .declared = content { true } else { false } }

  private func completed(rows node: JSONNode, _ visit: JSONVisit) throws(JSONError) -> JSON? {
    guard case .rows(let part, let form) = content else { return nil }
    return try part.completed(elementsOf: node, form, visit)
  }

  /// Completes a row, or an entry of a navigation path in either form.
  func completed(inside row: JSONNode, _ visit: JSONVisit) throws(JSONError) -> JSON? {
    guard case .rows(let part, let form) = content else { return nil }
    return try part.completed(inside: row, form, visit)
  }
}

extension JSONStatePart {
  func completed(
    elementsOf array: JSONNode, _ form: JSONRowsForm, _ visit: JSONVisit
  ) throws(JSONError) -> JSON? {
    guard array.isArray else { return nil }
    var long: JSON?
    if form.isPath, let identifiers = visit.identifiers {
      // Also notes ids that came along, before paths inside get new ones.
      let entries = JSONPathForm.normalized(JSON(borrowing: array), identifiers)
      if let entries, entries.node != array { long = entries }
    }
    let array = long?.node ?? array
    guard child.has(.mayComplete) else { return long }
    let whole = try JSON.changing(array) { (copy) throws(JSONError) in
      for index in 0..<array.elementCount {
        guard let whole = try completed(inside: array.element(index)!, form, visit.down) else {
          continue
        }
        copy().replace(at: index, stealing: whole.retained())
      }
    }
    return whole ?? long
  }

  fileprivate func completed(
    inside row: JSONNode, _ form: JSONRowsForm, _ visit: JSONVisit
  ) throws(JSONError) -> JSON? {
    guard form.isPath, let element = JSONPathForm.element(ofEntry: row) else {
      return try child.completed(row, after: 0, visit)
    }
    guard let whole = try child.completed(element, after: 0, visit) else { return nil }
    return try JSON.changing(row) { (copy) throws(JSONError) in
      copy().set(JSONPathForm.element.segment.raw, stealing: whole.retained())
    }
  }
}
