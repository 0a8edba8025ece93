internal import KumikiValues

/// The writes of the last step, for effects that follow the state.
struct JSONFollowedWrites {
  /// False in a replay: no effects follow the state there.
  var isAllowed = true
  /// Whether effects follow the state: the reducer declares some, or a reader has chosen a reducer that does.
  private(set) var isOn = false
  /// Whether readers are asked for a reducer after each step: for an action, one of them has chosen a reducer in which
  /// effects follow the state. All readers of a state are asked together, so the other parts of the state do not
  /// matter.
  private(set) var asksReaders = false
  /// Whether the next look asks all readers, including those whose part the step did not write.
  private var asksAllReaders = false
  /// The writes of the last step, while effects are brought in line with it; nil for everything.
  private(set) var changes: JSONChanges?
  private var step: JSONRecorders.Step?
  /// During a visit of rows: the depth of the visited element, and its node in `changes`.
  var element: (depth: Int, node: Int)?

  /// Notes the writes of each step from the next one on, if effects may follow the state.
  mutating func begin(_ following: JSONFollowing) {
    isOn = isAllowed && (following == .declared || following == .perhaps && asksReaders)
  }

  /// Called when a reader has chosen a reducer in which effects follow the state.
  mutating func beginAskingReaders() {
    guard isAllowed, !asksReaders else { return }
    isOn = true
    asksReaders = true
    asksAllReaders = true
  }

  /// Called when a reader chooses another reducer than before, which can happen without a write.
  mutating func askReadersAgain() { if asksReaders { asksAllReaders = true } }

  /// Takes over whether readers are asked, from a snapshot or from the document that this one is a copy of.
  mutating func askReaders(_ asks: Bool) { asksReaders = isAllowed && asks }

  @inline(never)
  mutating func beginStep(in recorders: JSONRecorders) { step = recorders.beginStep(at: 0) }

  /// Ends the record of a step. Without a record, everything counts as written.
  mutating func endStep(in recorders: JSONRecorders) {
    guard let ended = step.take() else { return }
    changes = recorders.endStep(ended)
    // Everything counts as written: readers elsewhere have not been asked yet.
    if asksAllReaders { forget(in: recorders) }
  }

  mutating func endLook(in recorders: JSONRecorders) {
    asksAllReaders = false
    forget(in: recorders)
  }

  private mutating func forget(in recorders: JSONRecorders) {
    if let written = changes.take() { recorders.reuse(written) }
  }
}
