internal import KumikiValues

/// The writes of the last step, for state-driven effects.
struct JSONFollowedWrites {
  /// False in a replay, which starts no state-driven effects.
  var isAllowed = true
  /// Whether the store has state-driven effects, declared by the reducer or a dynamic reducer's choice.
  private(set) var isOn = false
  /// Whether dynamic reducers are called after each step, because for an action one of them has chosen a reducer
  /// with state-driven effects. All dynamic reducers of a state are called together, so the other parts of the
  /// state do not matter.
  private(set) var callsDynamicReducers = false
  /// Whether the next pass calls all dynamic reducers, including those whose part the step did not write.
  private var callsAllDynamicReducers = false
  /// The writes of the last step, while effects are updated for it; nil if everything counts as written.
  private(set) var changes: JSONChanges?
  private var step: JSONRecorders.Step?
  /// During a visit of rows: the depth of the visited element, and its node in `changes`.
  var element: (depth: Int, node: Int)?

  /// Records the writes of each later step, if the store may have state-driven effects.
  mutating func begin(_ following: JSONFollowing) {
    isOn = isAllowed && (following == .declared || following == .perhaps && callsDynamicReducers)
  }

  /// Called when a dynamic reducer has chosen a reducer with state-driven effects.
  mutating func beginCallingDynamicReducers() {
    guard isAllowed, !callsDynamicReducers else { return }
    isOn = true
    callsDynamicReducers = true
    callsAllDynamicReducers = true
  }

  /// Called when a dynamic reducer may choose another reducer than before, which can happen without a write.
  mutating func callAllDynamicReducersNext() {
    if callsDynamicReducers { callsAllDynamicReducers = true }
  }

  /// Takes over whether dynamic reducers are called, from a snapshot or from the copied document.
  mutating func setCallsDynamicReducers(_ calls: Bool) { callsDynamicReducers = isAllowed && calls }

  @inline(never)
  mutating func beginStep(in recorders: JSONRecorders) { step = recorders.beginStep(at: 0) }

  /// Ends the record of a step. Without a record, everything counts as written.
  mutating func endStep(in recorders: JSONRecorders) {
    guard let ended = step.take() else { return }
    changes = recorders.endStep(ended)
    // Everything counts as written, because other dynamic reducers were not called yet.
    if callsAllDynamicReducers { forget(in: recorders) }
  }

  mutating func endPass(in recorders: JSONRecorders) {
    callsAllDynamicReducers = false
    forget(in: recorders)
  }

  private mutating func forget(in recorders: JSONRecorders) {
    if let written = changes.take() { recorders.reuse(written) }
  }
}
