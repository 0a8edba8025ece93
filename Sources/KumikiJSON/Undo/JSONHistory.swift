internal import KumikiValues

/// The undo history of a part of a state. It is kept outside the state, at the place of the reducer.
///
/// A step is stored as the places it wrote with their old values. Writes by others only move those places.
package final class JSONHistory {
  var places: JSONUndoPlaces
  var changes = UndoHistory<JSONUndoStep>()
  var noted = JSONStepPlaces()
  /// Whether the reducer is running.
  var isInStep = false
  /// Whether a step is being undone. The restoring code records its own writes.
  var isRestoring = false
  /// The writes of the reducer's current step; nil outside of a step.
  var step: JSONUndoStep?
  /// The label of the last step, which the current step joins.
  private var joinedLabel: String?

  init(_ places: JSONUndoPlaces) { self.places = places }

  /// Makes a history that was saved.
  init(_ places: JSONUndoPlaces, _ changes: UndoHistory<JSONUndoStep>, _ noted: JSONStepPlaces) {
    (self.places, self.changes, self.noted) = (places, changes, noted)
  }

  /// Makes the history of a copy of the state.
  init(copying other: JSONHistory) {
    other.placeRows()
    places = other.places
    changes = other.changes
    noted = other.noted
  }

  /// Whether no step can be undone or redone, and no group is open.
  var isEmpty: Bool {
    changes.undoCount == 0 && changes.redoCount == 0 && changes.joiningNext.group == nil
  }

  /// The value that is shown in the state.
  var counts: JSON {
    places.counts(
      changes.undoCount, changes.redoCount, changes.undoLabel, changes.redoLabel)
  }

  /// - Returns: false inside another step.
  func begin(_ kind: UndoStepKind) -> Bool {
    if isInStep { return false }
    isInStep = true
    switch kind {
    case .none: break
    case .own: step = noted.makeStep()
    case .joining:
      let last = changes.takeLast()
      joinedLabel = last?.label
      step = last?.change ?? noted.makeStep()
    }
    return true
  }

  /// Puts back the last step, after another step has joined it.
  func putBackLast(_ step: JSONUndoStep, _ said: UndoDescription?) {
    changes.putLast(.init(step, label: joinedLabel ?? said?.label))
  }

  /// - Parameter now: nil if the next step cannot join this one by the time.
  func push(_ step: JSONUndoStep, _ said: UndoDescription?, limit: Int, at now: UInt64?) {
    changes.push(.init(step, label: said?.label), key: said?.key, limit: limit, at: now) {
      noted.drop($0)
    }
  }

  /// Drops the oldest steps until the others fit into a number of bytes. The last step stays.
  func keep(bytes most: Int) {
    changes.keep(bytes: most, { $0.bytes(atMost: most) }) { noted.drop($0) }
  }

  func clear() {
    changes.clear()
    noted = JSONStepPlaces()
  }

  /// Drops all but the given numbers of steps. The steps that would be undone and redone first are kept.
  func keep(undo undoCount: Int, redo redoCount: Int) {
    let undo = changes.keptUndo, redo = changes.keptRedo
    let (undoLeft, redoLeft) = (undo.suffix(undoCount), redo.suffix(redoCount))
    for index in 0..<undoLeft.startIndex { noted.drop(undo[index].change) }
    for index in 0..<redoLeft.startIndex { noted.drop(redo[index].change) }
    changes = UndoHistory(
      undo: Array(undoLeft), redo: Array(redoLeft),
      droppedCount: changes.dropped + undo.count - undoLeft.count, changes.joiningNext)
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
      return follow(write, inner, in: root)
    }
    if case .rows(let rows) = write {
      return rows.object.forEach(at: place) { note($0, $1, in: root) }
    }
    // A value around the part was written. After insertions or removals, another element may be the part.
    guard case .written(let old, let new) = write else { return forget() }
    let before = old.flatMap { part.resolve(in: $0, from: place.count) }
    let after = new.flatMap { part.resolve(in: $0, from: place.count) }
    let whole = place.whole?.part(part, from: place.count)
    follow(.written(over: before, by: after), JSONWritePlace(whole: whole), in: root)
  }

  /// Updates the history after a write in the part. The step contains only writes to included places.
  private func follow(_ write: JSONWrite, _ place: JSONWritePlace, in root: JSONNode?) {
    if noted.hasRows, noted.disturbsRows(write, place, step) { placeRows() }
    guard step != nil, places.isFiltered else {
      return noted.follow(write, place, in: root, &step)
    }
    if case .rows(let rows) = write {
      return rows.object.forEach(at: place) { follow($0, $1, in: root) }
    }
    if places.excludes(place) { return followOthers(write, place, in: root) }
    var place = place
    place.whole = place.whole?.leavingOut(places.excluded(below: place))
    if places.includes(place) { return noted.follow(write, place, in: root, &step) }
    guard case .written(let old, let new) = write else {
      return followOthers(write, place, in: root)
    }
    for pointer in places.included(below: place) {
      let steps = pointer.segments
      let before = old.flatMap { steps.resolve(in: $0, from: place.count) }
      let after = new.flatMap { steps.resolve(in: $0, from: place.count) }
      let whole = place.whole?.part(steps, from: place.count)
      noted.follow(.written(over: before, by: after), at: pointer, whole, &step)
    }
  }

  /// Updates the history after a write that is not a part of the step.
  private func followOthers(_ write: JSONWrite, _ place: JSONWritePlace, in root: JSONNode?) {
    var none: JSONUndoStep?
    noted.follow(write, place, in: root, &none)
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
