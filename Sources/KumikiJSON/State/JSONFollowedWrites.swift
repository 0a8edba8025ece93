internal import KumikiValues

/// The writes of the last step, for effects that follow the state.
struct JSONFollowedWrites {
  /// Whether effects may follow the state. They do not in a replay, where nobody asks what a step wrote.
  var isAllowed = true
  /// Whether effects follow the state: its reducer declares some, or one that a reader has chosen.
  private(set) var isOn = false
  /// Whether readers are asked what they choose for a state: for an action one has chosen a reducer in which effects
  /// follow the state. All readers of a state are asked together, so that it does not matter what else is in it.
  private(set) var asksReaders = false
  /// Whether all readers are asked at the next look, whatever the step wrote.
  private var asksAllReaders = false
  /// The writes of the last step, while effects are brought in line with it; nil for everything.
  private(set) var changes: JSONChanges?
  private var step: JSONRecorders.Step?
  /// Where in `changes` the writes to one element of rows are, while that is asked.
  var element: (depth: Int, node: Int)?

  /// Notes from the next step on what it wrote, for effects that follow the state, if there may be any: the reducer
  /// declares them, or a reader has chosen one that does.
  mutating func begin(_ following: JSONFollowing) {
    isOn = isAllowed && (following == .declared || following == .perhaps && asksReaders)
  }

  /// A reader has chosen a reducer in which effects follow the state.
  mutating func beginAskingReaders() {
    guard isAllowed, !asksReaders else { return }
    isOn = true
    asksReaders = true
    asksAllReaders = true
  }

  /// A reader chooses otherwise than before, and no step need have written for it.
  mutating func askReadersAgain() { if asksReaders { asksAllReaders = true } }

  /// Takes over whether readers are asked, from a snapshot or from the document that this one is a copy of.
  mutating func askReaders(_ asks: Bool) { asksReaders = isAllowed && asks }

  @inline(never)
  mutating func beginStep(in recorders: JSONRecorders) { step = recorders.beginStep(at: 0) }

  /// Ends the record of a step. Without one, everything counts as written.
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
