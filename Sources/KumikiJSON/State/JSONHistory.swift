internal import Kumiki

/// The undo history of a part of a state. It is kept beside the state, at the place of the reducer.
///
/// A step is stored as the places it wrote with their old values. Writes by others only move those
/// places.
package final class JSONHistory {
  let places: JSONUndoPlaces
  private(set) var changes = UndoHistory<JSONUndoStep>()
  private var noted = JSONStepPlaces()
  /// Whether the reducer is running.
  private(set) var isInStep = false
  /// Whether a step is being undone; that code notes its own writes.
  private var isRestoring = false
  /// What the reducer's current step has written; nil outside of a step.
  private var step: JSONUndoStep?

  init(_ places: JSONUndoPlaces) { self.places = places }

  /// The history of a copy of the state.
  init(copying other: JSONHistory) {
    places = other.places
    changes = other.changes
    noted = other.noted
  }

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

  /// The step to undo; nil if it was not one, or has changed nothing.
  func end(_ kind: UndoStepKind, in root: inout JSONState) -> JSONUndoStep? {
    isInStep = false
    guard let ended = step.take() else { return nil }
    if kind == .joining {
      changes.putLast(.init(ended))
      return nil
    }
    if isDifferent(ended, in: root) { return ended }
    isRestoring = true
    _ = noted.restore(ended, places.part.keys, in: &root, isDry: true)
    isRestoring = false
    return nil
  }

  /// Whether a step's writes have changed the value.
  private func isDifferent(_ step: JSONUndoStep, in root: JSONState) -> Bool {
    if step.entries.isEmpty { return false }
    guard let now = root.node.flatMap({ places.part.resolve(in: $0) }) else {
      return noted.wasThere(step)
    }
    let isPlain = noted.isPlain(step)
    if isPlain, !step.entries.contains(where: { noted.isDifferent($0, in: now) }) { return false }
    if !isPlain, noted.hasOtherCount(step) { return true }
    let counts = root.countsShown(below: places.part)
    if isPlain, counts.isEmpty { return true }
    // Writes may have cancelled out, or concern counts of histories: only the old value tells.
    let document = JSONDocument(borrowing: now, Identifiers(isCounting: true), mostNodes: 0)
    var before = JSONState(document)
    var trial = noted
    guard case .done = trial.restore(step, [], in: &before) else { return false }
    return document.root.without(counts) != now.without(counts)
  }

  func push(_ step: JSONUndoStep, limit: Int, at moment: UInt64) {
    changes.push(.init(step), limit: limit, at: moment) { noted.drop($0) }
  }

  func joins(at moment: UInt64, within time: UInt64) -> Bool {
    changes.joins(at: moment, within: time)
  }

  /// Undoes the last step, or redoes the last undone one. Steps with nothing left to restore are dropped.
  ///
  /// - Returns: whether something was written.
  func restore(_ word: UndoAction, in root: inout JSONState) -> Bool {
    if isInStep { return false }
    isInStep = true
    isRestoring = true
    defer {
      isInStep = false
      isRestoring = false
    }
    while let kept = changes.take(word) {
      switch noted.restore(kept.change, places.part.keys, in: &root) {
      case .done(let back):
        changes.put(.init(back), after: word)
        return true
      case .nothing: continue
      case .refused(let step, let error, let place):
        changes.putBack(.init(step), word)
        root.report(error, ofUndoAt: place)
        return false
      }
    }
    return false
  }

  func clear() {
    changes.clear()
    noted = JSONStepPlaces()
  }

  /// Follows a write below the reducer's place.
  ///
  /// - Parameter root: the value at that place before the write.
  func note(_ write: JSONWrite, _ way: JSONWay, in root: JSONNode?) {
    if isRestoring || step == nil && noted.isEmpty { return }
    guard let (write, way) = ofPart(write, way) else { return }
    noted.follow(write, way, in: root, &step)
  }

  /// The write relative to the part; nil if it does not concern the part.
  private func ofPart(_ write: JSONWrite, _ way: JSONWay) -> (JSONWrite, JSONWay)? {
    let part = places.part.segments
    for index in 0..<min(way.count, part.count)
    where !way[index].segment.raw.isEqual(to: part[index].raw) {
      return nil
    }
    guard way.count < part.count else {
      var inner = way
      inner.dropped += part.count
      return (write, inner)
    }
    // Something around the part was written.
    guard case .written(let old, let new) = write else {
      // Another element may be the part now.
      forget()
      return nil
    }
    let (before, after) = (old, new)
    return (
      .written(
        over: before.flatMap { part.resolve(in: $0, from: way.count) },
        by: after.flatMap { part.resolve(in: $0, from: way.count) }), JSONWay(up: [])
    )
  }

  /// Forgets a history whose part is gone. An undo forgets nothing, because a redo brings back what the
  /// undo removes.
  func forget() {
    if isRestoring { return }
    clear()
    if step != nil { step = noted.makeStep() }
  }
}

extension JSONUndoPlaces {
  /// Whether a way from the reducer's place leads to the counts.
  func isShown(at way: JSONWay) -> Bool {
    guard let shown, way.count >= shown.segments.count else { return false }
    defer { withExtendedLifetime(shown) {} }
    let steps = shown.segments
    for index in steps.indices where !way[index].segment.raw.isEqual(to: steps[index].raw) {
      return false
    }
    return true
  }
}

extension JSONState {
  /// The history of a part of the value here, made if needed.
  mutating func history(_ places: JSONUndoPlaces) -> JSONHistory {
    let place = makePlace()
    if let known = place.histories.first(where: { $0.places.isSame(as: places) }) { return known }
    let made = JSONHistory(places)
    place.histories.append(made)
    document.with { $0.changes.watchHistories() }
    return made
  }

  /// Begins the history of a state that has arrived here, unless the history's own step has put it here.
  mutating func setUpHistory(_ places: JSONUndoPlaces) {
    let history = history(places)
    if history.isInStep { return }
    history.forget()
    show(history)
  }

  /// Updates the counts in the state.
  mutating func show(_ history: JSONHistory) {
    guard let shown = history.places.shown, let node, !node.isNull else { return }
    let counts = (history.changes.undoCount, history.changes.redoCount)
    let places = history.places
    guard let found = shown.resolve(in: node), found.isObject, found.memberCount == 2 else {
      return show(JSONUndoPlaces.counts(counts.0, counts.1), at: shown)
    }
    let (undo, redo) = (places.undoCount.resolve(in: node), places.redoCount.resolve(in: node))
    if !undo.isInteger(counts.0) {
      show(JSON(integerLiteral: Int64(counts.0)), at: places.undoCount)
    }
    if !redo.isInteger(counts.1) {
      show(JSON(integerLiteral: Int64(counts.1)), at: places.redoCount)
    }
  }

  private mutating func show(_ json: JSON, at pointer: JSONPointer) {
    do throws(JSONWriteError) {
      try set(pointer, stealing: json.retained())
    } catch {
      // An issue has already reported it in more detail.
      if error == .invalid { return }
      report(
        .writeFailed, "the history could not be shown: \(error.reason(pointer, from: node))",
        at: path + pointer.text)
    }
  }
}

extension JSONNode? {
  fileprivate func isInteger(_ number: Int) -> Bool {
    guard let self, self.isInteger else { return false }
    return self.integer == Int64(number)
  }
}
