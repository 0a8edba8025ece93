internal import KumikiValues

extension JSONState {
  /// Returns the history of a part of the value here, made if needed.
  mutating func history(_ places: JSONUndoPlaces) -> JSONHistory {
    let place = makePlace()
    if let known = place.kept.histories.first(where: { $0.places.isSame(as: places) }) {
      // A history that was saved knows only the places that identify it.
      if known.places !== places { known.places = places }
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
    let places = history.places
    guard let found = shown.resolve(in: node), found.isObject,
      found.memberCount == (places.showsLabels ? 4 : 2)
    else { return show(history.counts, at: shown) }
    let (undoCount, redoCount) = (history.changes.undoCount, history.changes.redoCount)
    let (undo, redo) = (places.undoCount.resolve(in: node), places.redoCount.resolve(in: node))
    if !undo.isInteger(undoCount) { show(JSON(count: undoCount), at: places.undoCount) }
    if !redo.isInteger(redoCount) { show(JSON(count: redoCount), at: places.redoCount) }
    guard places.showsLabels else { return }
    show(label: history.changes.undoLabel, at: shown.appending("undoLabel"))
    show(label: history.changes.redoLabel, at: shown.appending("redoLabel"))
  }

  @inline(never)
  private mutating func show(label: String?, at place: JSONPointer) {
    let json = JSON(text: label)
    if node.flatMap({ place.resolve(in: $0) }).map({ json.withNode($0.isEqual) }) == true { return }
    show(json, at: place)
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

extension JSONDocument {
  /// Returns the steps of the history whose counts are at a pointer; nil without such a history.
  package func undoSteps(at pointer: JSONPointer) -> JSON? {
    for (place, keys, node) in keepingPlaces where node != nil {
      for history in place.kept.histories {
        guard let shown = history.places.shown else { continue }
        if JSONPointer(keys: keys + shown.keys) == pointer { return history.list }
      }
    }
    return nil
  }
}
