internal import KumikiValues

extension JSONState {
  /// Returns the history of a part of the value here, made if needed.
  mutating func history(_ places: JSONUndoPlaces) -> JSONHistory {
    let place = makePlace()
    if let known = place.kept.histories.first(where: { $0.places.isSame(as: places) }) {
      return known
    }
    let made = JSONHistory(places)
    place.keep(made)
    document.with { $0.changes.watchHistories() }
    return made
  }

  /// Starts the history of a state that has arrived here, unless the history's own step has put it here.
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
