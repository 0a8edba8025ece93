internal import KumikiValues

// Sets up the values that operators keep for a state (presentation ids, an index) when its place appears.
extension JSONShape {
  /// Sets up the operators' requirements for a state, which is known to match.
  ///
  /// - Parameter step: as in ``mismatch(of:after:)``.
  /// - Throws: if a feature in another language must read its state and cannot.
  func setUp(
    _ state: inout JSONState, after step: Int = 0, _ visit: JSONVisit = JSONVisit()
  ) throws(JSONError) {
    guard has(.needsPlace) else { return }
    if step == steps.count { return try setUp(here: &state, visit) }
    if step > steps.count { return try part?.child.setUp(&state, visit) ?? () }
    guard state.node?.isContainer == true else { return }
    try setUp(below: &state, step, visit)
  }

  // Parts that need much stack are functions of their own: operators around the same state nest without them.
  @inline(never)
  private func setUp(
    below state: inout JSONState, _ step: Int, _ visit: JSONVisit
  ) throws(JSONError) {
    try state.step(steps.step(step)) { (next) throws(JSONError) in
      if !visit.isForOneAction { next.makePlace().require(self, step + 1) }
      try setUp(&next, after: step + 1, visit.down)
    }
  }

  @inline(never)
  private func setUp(missing state: inout JSONState, _ visit: JSONVisit) throws(JSONError) {
    var visit = visit
    visit.mustRead = false
    try setUp(here: &state, visit)
  }

  @inline(never)
  private func setUp(recursion state: inout JSONState, _ visit: JSONVisit) throws(JSONError) {
    if let visit = visit.into(self) { try members[0].setUp(&state, visit) }
  }

  // Large payloads are not bound in the cases, because this frame occurs at each level of a state.
  private func setUp(here state: inout JSONState, _ visit: JSONVisit) throws(JSONError) {
    // A missing child has no state to read.
    if visit.mustRead, part?.isOptional == true, state.node?.isNull ?? true {
      return try setUp(missing: &state, visit)
    }
    switch content {
    case .none, .binding, .choice, .cases, .declared, .holder, .watcher, .requests: return
    case .substate(let kind):
      if !visit.isForOneAction { try state.setUpSubstate(kind, visit.mustRead) }
    case .all: for shape in members { try shape.setUp(&state, visit) }
    case .recursion: try setUp(recursion: &state, visit)
    case .history(let places, _):
      if !visit.isForOneAction { state.setUpHistory(places) }
      try members[0].setUp(&state, visit)
    case .part: try part!.child.setUp(&state, visit)
    case .slot:
      setUp(slot: &state, visit)
      try part!.child.setUp(&state, visit)
    case .rows: try setUp(rows: &state, visit)
    }
  }

  private func setUp(slot state: inout JSONState, _ visit: JSONVisit) {
    let slot = state.makeSlot(part!.options)
    slot.appeared(state.node)
    if !visit.isForOneAction { slot.isSetUp = true }
  }

  private func setUp(rows array: inout JSONState, _ visit: JSONVisit) throws(JSONError) {
    guard case .rows(let part, let form) = content else { return }
    if visit.isForOneAction { return try array.indexNewRows(form) }
    let rows = array.makeRows(form)
    rows.isRequired = true
    rows.hasInside = part.isEnum || part.child.has(.needsPlace)
    guard part.keepsInside, let node = array.node, node.isArray else { return }
    for (index, row) in node.children.enumerated() where !array.isWaiting(row, for: self) {
      try array.stepRow(index) { (row) throws(JSONError) in try setUp(row: &row, visit.down) }
    }
    if part.mayWait, !form.isPath { rows.areWaiting = true }
  }

  /// Sets up the operators' requirements for one row, or for one entry of a navigation path.
  func setUp(
    row: inout JSONState, _ visit: JSONVisit = JSONVisit()
  ) throws(JSONError) {
    guard case .rows(let part, let form) = content, part.keepsInside else { return }
    guard form.isPath else {
      try part.child.setUp(&row, visit)
      row.place?.with { $0.isSetUp = true }
      return
    }
    try row.step(JSONPathForm.element.step) { (element) throws(JSONError) in
      element.makePlace().require(self, steps.count + 1)
      try part.child.setUp(&element, visit.down)
    }
  }
}

extension JSONStatePart {
  /// Whether an operator keeps values for an element.
  fileprivate var keepsInside: Bool { isEnum || child.has(.keepsPlace) }

  /// Whether the set-up of a row with empty slots can wait until a cursor reaches the row.
  fileprivate var mayWait: Bool { child.has(.keepsPlace) && !child.has(.isSetUpAtOnce) }
}

// Most rows present nothing, and most are never reached. Until then they have no places.
extension JSONState {
  /// Whether a row of this array need not be set up yet.
  func isWaiting(_ row: JSONNode, for shape: JSONShape) -> Bool {
    guard shape.mayWait(row) else { return false }
    return place?.row(of: row)?.with { !$0.isSetUp } ?? true
  }
}

extension JSONShape {
  fileprivate func mayWait(_ row: JSONNode) -> Bool {
    guard case .rows(let part, let form) = content, !form.isPath else { return false }
    return part.mayWait && part.child.presentsNothing(row)
  }

  /// Whether all slots in a value are empty.
  private func presentsNothing(_ node: JSONNode?, after step: Int = 0) -> Bool {
    guard has(.keepsPlace), let node, !node.isNull else { return true }
    guard StackBudget.has(StackBudget.declaringReserve) else { return false }
    if step < steps.count {
      return presentsNothing(steps[step].child(of: node), after: step + 1)
    }
    return switch content {
    case .slot: false
    case .part: part!.child.presentsNothing(node)
    case .rows: node.children.allSatisfy { part!.child.presentsNothing($0) }
    default: members.allSatisfy { $0.presentsNothing(node) }
    }
  }
}
