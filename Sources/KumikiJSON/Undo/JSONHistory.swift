internal import KumikiValues

/// The undo history of a part of a state. It is kept outside the state, at the place of the reducer.
///
/// A step is stored as the places it wrote with their old values. Writes by others only move those places.
package final class JSONHistory {
  let places: JSONUndoPlaces
  var changes = UndoHistory<JSONUndoStep>()
  var noted = JSONStepPlaces()
  /// Whether the reducer is running.
  var isInStep = false
  /// Whether a step is being undone. The restoring code records its own writes.
  var isRestoring = false
  /// The writes of the reducer's current step; nil outside of a step.
  var step: JSONUndoStep?

  init(_ places: JSONUndoPlaces) { self.places = places }

  /// Makes a history that was saved.
  init(_ places: JSONUndoPlaces, _ changes: UndoHistory<JSONUndoStep>, _ noted: JSONStepPlaces) {
    (self.places, self.changes, self.noted) = (places, changes, noted)
  }

  /// Makes the history of a copy of the state.
  init(copying other: JSONHistory) {
    places = other.places
    changes = other.changes
    noted = other.noted
  }

  /// Whether no step can be undone or redone.
  var isEmpty: Bool { changes.undoCount == 0 && changes.redoCount == 0 }

  /// - Returns: false inside another step.
  func begin(_ kind: UndoStepKind) -> Bool {
    if isInStep { return false }
    isInStep = true
    switch kind {
    case .none: break
    case .own: step = noted.makeStep()
    case .joining: step = changes.takeLast()?.change ?? noted.makeStep()
    }
    return true
  }

  /// - Parameter moment: nil if the next step cannot join this one.
  func push(_ step: JSONUndoStep, limit: Int, at now: UInt64?) {
    changes.push(.init(step), limit: limit, at: now) { noted.drop($0) }
  }

  func joins(at now: UInt64, within time: UInt64) -> Bool {
    changes.joins(at: now, within: time)
  }

  func clear() {
    changes.clear()
    noted = JSONStepPlaces()
  }

  /// Drops all but the given numbers of steps. The steps that would be undone and redone first are kept.
  func keep(undo undoCount: Int, redo redoCount: Int) {
    let undo = changes.undoSteps, redo = changes.redoSteps
    let (undoLeft, redoLeft) = (undo.suffix(undoCount), redo.suffix(redoCount))
    for step in undo.dropLast(undoLeft.count) + redo.dropLast(redoLeft.count) { noted.drop(step) }
    changes = UndoHistory(
      undo: Array(undoLeft), redo: Array(redoLeft), lastStep: changes.lastStepTime)
  }

  /// Updates the history after a write below the reducer's place.
  ///
  /// - Parameters:
  ///   - place: relative to the reducer's place.
  ///   - root: the value at the reducer's place, before or after the write (see `JSONWrite`).
  func note(_ write: JSONWrite, _ place: JSONWritePlace, in root: JSONNode?) {
    if isRestoring || step == nil && noted.isEmpty { return }
    let part = places.part.segments
    guard place.isAlong(part) else { return }
    if place.count >= part.count {
      var inner = place
      inner.dropped += part.count
      return noted.follow(write, inner, in: root, &step)
    }
    // A value around the part was written. After insertions or removals, another element may be the part.
    guard case .written(let old, let new) = write else { return forget() }
    let before = old.flatMap { part.resolve(in: $0, from: place.count) }
    let after = new.flatMap { part.resolve(in: $0, from: place.count) }
    let whole = place.whole?.part(part, from: place.count)
    noted.follow(
      .written(over: before, by: after), JSONWritePlace(whole: whole), in: root, &step)
  }

  /// Clears a history whose part is gone. An undo clears nothing, because a redo brings back what the undo
  /// removes.
  func forget() {
    if isRestoring { return }
    if !isEmpty { StepContext.current.noteHistory() }
    clear()
    if step != nil { step = noted.makeStep() }
  }
}

extension JSONUndoPlaces {
  /// Whether a place relative to the reducer's place is the place of the counts, or inside it.
  func isShown(at place: JSONWritePlace) -> Bool {
    guard let shown else { return false }
    return withExtendedLifetime(shown) {
      place.count >= shown.segments.count && place.isAlong(shown.segments)
    }
  }
}
