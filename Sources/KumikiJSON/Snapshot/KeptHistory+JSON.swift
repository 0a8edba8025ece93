internal import KumikiValues

// The JSON form of an undo history; docs/formats.md has its grammar.
extension KeptHistory {
  /// - Parameter clock: the time at which the history's age is measured.
  func json(at clock: UInt64) -> JSON {
    var saved = SavedHistory(isFollowed: false)
    saved.follow(history.noted, undo: history.changes.undoSteps, redo: history.changes.redoSteps)
    return json(saved, age: age(at: clock))
  }

  func json(_ saved: SavedHistory, age: Int64?) -> JSON {
    let places = history.places
    var members: [(String, JSON)] = [("at", JSON(stringLiteral: at.text))]
    if !places.part.isRoot { members.append(("part", JSON(stringLiteral: places.part.text))) }
    if let shown = places.shown { members.append(("counts", JSON(stringLiteral: shown.text))) }
    members.append(("cases", JSON(elements: places.words.map { JSON(stringLiteral: $0.name) })))
    if let age { members.append(("age", JSON(integerLiteral: age))) }
    return JSON(members: members + saved.members)
  }

  /// Returns the age of the last step, which the next step may join; nil if no step may join it.
  func age(at clock: UInt64) -> Int64? {
    history.changes.lastStepTime.flatMap { Int64(exactly: clock &- $0) }
  }
}
