internal import KumikiValues

// The JSON form of an undo history; docs/formats.md has its grammar.
extension KeptHistory {
  /// - Parameter clock: the time at which the history's age is measured.
  func json(at clock: UInt64) -> JSON {
    var saved = SavedHistory(isFollowed: false)
    saved.follow(history.noted, undo: history.changes.keptUndo, redo: history.changes.keptRedo)
    return json(saved, age: age(at: clock))
  }

  func json(_ saved: SavedHistory, age: Int64?) -> JSON {
    let places = history.places
    var members: [(String, JSON)] = [("at", JSON(stringLiteral: at.text))]
    if !places.part.isRoot { members.append(("part", JSON(stringLiteral: places.part.text))) }
    if let shown = places.shown { members.append(("counts", JSON(stringLiteral: shown.text))) }
    if places.showsLabels { members.append(("labels", true)) }
    members.append(("cases", JSON(elements: places.words.map { JSON(stringLiteral: $0.name) })))
    if let age { members.append(("age", JSON(integerLiteral: age))) }
    let joining = joiningMembers(undo: saved.undoCount).compactMap { name, value in
      value.map { (name, $0) }
    }
    return JSON(members: members + joining + saved.members)
  }

  /// The values that the next step depends on, beside the age. A missing value is not written.
  ///
  /// - Parameter undoCount: the number of steps to undo that are saved.
  func joiningMembers(undo undoCount: Int) -> [(String, JSON?)] {
    let changes = history.changes
    let dropped = changes.dropped + changes.undoCount - undoCount
    return [
      ("key", changes.joiningNext.lastKey.map { JSON(stringLiteral: $0) }),
      ("group", changes.joiningNext.group.map(\.json)),
      ("dropped", dropped > 0 ? .some(JSON(count: dropped)) : .none),
    ]
  }

  /// Returns the age of the last step, which the next step may join; nil if no step may join it.
  func age(at clock: UInt64) -> Int64? {
    history.changes.joiningNext.lastStep.flatMap { Int64(exactly: clock &- $0) }
  }
}

extension UndoJoining.Group {
  /// `{"depth": 1, "label": "Move", "started": true}`
  fileprivate var json: JSON {
    var members: [(String, JSON)] = [("depth", JSON(count: depth))]
    if let label { members.append(("label", JSON(stringLiteral: label))) }
    if hasStep { members.append(("started", true)) }
    return JSON(members: members)
  }
}
