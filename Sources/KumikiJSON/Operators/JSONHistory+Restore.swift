internal import KumikiValues

// Ends and undoes steps.
extension JSONHistory {
  /// Ends a step and returns it for undoing; nil without a step or a change, or if it joined the last step.
  func end(
    _ kind: UndoStepKind, _ said: UndoDescription?, in root: inout JSONState
  ) -> JSONUndoStep? {
    isInStep = false
    guard var ended = step.take() else { return nil }
    let lasting = lasting(in: root)
    if let lasting { noted.leaveOutTransient(of: &ended, in: lasting) }
    if kind == .joining {
      putBackLast(ended, said)
      return nil
    }
    if isDifferent(ended, in: root, lasting) { return ended }
    forget(ended, in: &root)
    return nil
  }

  /// Ends the innermost group. If the outermost group has changed nothing in all, its step is dropped.
  @inline(never)
  func endGroup(in root: inout JSONState) {
    let group = changes.joiningNext.group
    changes.endGroup()
    guard let group, group.hasStep, group.depth == 1, let last = changes.takeLast() else { return }
    if isDifferent(last.change, in: root, lasting(in: root)) { return changes.putLast(last) }
    forget(last.change, in: &root)
    root.show(self)
  }

  /// Drops a step that has changed nothing.
  private func forget(_ step: JSONUndoStep, in root: inout JSONState) {
    isRestoring = true
    _ = noted.restore(step, places.part.keys, in: &root, isDry: true)
    isRestoring = false
  }

  /// The place of the part among the transient members; nil without any, and if the part is in one.
  @inline(__always)
  private func lasting(in root: JSONState) -> JSONTransient.Place? {
    root.document.with { $0.transient }.flatMap { lasting(among: $0, in: root) }
  }

  @inline(never)
  private func lasting(
    among transient: JSONTransient, in root: JSONState
  ) -> JSONTransient.Place? {
    transient.root.inside(JSONPointer(keys: root.keys + places.part.keys))
  }

  /// Whether a step's writes have changed the value.
  private func isDifferent(
    _ step: JSONUndoStep, in root: JSONState, _ lasting: JSONTransient.Place?
  ) -> Bool {
    if step.isEmpty { return false }
    guard let now = root.node.flatMap({ places.part.resolve(in: $0) }) else {
      return noted.wasThere(step)
    }
    if !noted.wasThere(step) { return true }
    if step.hasRows, step.rows.contains(where: { noted.isDifferent($0, in: now) }) {
      return true
    }
    if noted.isPlain(step) {
      // A scalar contains no counts.
      if step.entries.contains(where: { $0.wasScalar && noted.isDifferent($0, in: now) }) {
        return true
      }
      let different = step.entries.filter { noted.isDifferent($0, in: now) }
      if different.isEmpty { return false }
      let counts = ignored(in: root)
      return counts.isEmpty && lasting == nil
        || different.contains { noted.isDifferent($0, in: now, without: counts, lasting) }
    }
    if noted.hasOtherElements(step, in: now) { return true }
    let counts = ignored(in: root)
    // Writes may have cancelled out, or concern histories' counts. Only the old value shows it.
    let document = JSONDocument(borrowing: now, Identifiers(isCounting: true), amount: .none)
    var before = JSONState(document)
    var trial = noted
    guard case .done = trial.restore(step, [], in: &before) else { return false }
    let (then, here) = (document.root.without(counts), now.without(counts))
    return lasting.of(then) != lasting.of(here)
  }

  /// The places in the part that a step leaves out: counts, and excluded places.
  @inline(never)
  private func ignored(in root: JSONState) -> [JSONPointer] {
    root.countsShown(below: places.part) + places.excluded
  }

  /// Undoes the last step, or redoes the last undone step. Steps that have nothing left to restore are dropped.
  ///
  /// - Parameter left: the number of steps to leave.
  /// - Returns: whether something was written.
  func restore(_ word: UndoAction, leaving left: Int, in root: inout JSONState) -> Bool {
    if isInStep { return false }
    isInStep = true
    isRestoring = true
    defer {
      isInStep = false
      isRestoring = false
    }
    while let kept = changes.take(word, leaving: left) {
      var change = kept.change
      if noted.hasRows, noted.disturbsRows(change) {
        noted.placeRows(of: &change)
        placeRows()
      }
      switch noted.restore(change, places.part.keys, keeping: places, in: &root) {
      case .done(var back):
        if let lasting = lasting(in: root) { noted.leaveOutTransient(of: &back, in: lasting) }
        changes.put(.init(back, label: kept.label), after: word)
        return true
      case .nothing: continue
      case .refused(let step, let error, let place):
        changes.putBack(.init(step, label: kept.label), word)
        root.report(error, ofUndoAt: place)
        return false
      }
    }
    return false
  }
}
