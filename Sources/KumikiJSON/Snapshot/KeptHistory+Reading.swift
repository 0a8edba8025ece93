internal import KumikiValues

extension KeptHistory {
  /// Reads a saved history. Steps may have been removed from it. Places that no step refers to are left out.
  ///
  /// - Parameter passed: the time to add to the saved age.
  /// - Throws: `decode`, with the place, for JSON that is not a history.
  init(_ saved: SavedValue, passed: Int64?) throws(JSONError) {
    at = try JSONPointer(try saved.member("at").pointer())
    var reader = try HistoryReader(saved)
    let undo = try saved.member("undo").elements()
    let redo = try saved.member("redo").elements()
    for step in undo + redo { try reader.read(step) }
    let (noted, steps) = reader.built()
    let last = try saved.member("age")
    let age = last.json == nil ? nil : try last.age(passed: passed)
    history = JSONHistory(
      try JSONUndoPlaces(saved),
      UndoHistory(
        undo: Array(steps[..<undo.count]), redo: Array(steps[undo.count...]),
        lastStep: age.map { 0 &- UInt64(bitPattern: $0) }),
      noted)
  }
}

extension JSONUndoPlaces {
  fileprivate convenience init(_ saved: SavedValue) throws(JSONError) {
    let (part, counts) = (try saved.member("part"), try saved.member("counts"))
    var words: [JSONCase] = []
    for word in try saved.member("cases").elements() {
      guard let name = try word.text(or: nil) else { throw word.expected("the name of a case") }
      words.append(JSONCase(name))
    }
    let pointer = part.json == nil ? JSONPointer.root : try JSONPointer(try part.pointer())
    var shown: JSONPointer?
    if counts.json != nil { shown = try JSONPointer(try counts.pointer()) }
    do throws(JSONError) {
      try self.init(part: pointer, shown: shown, words: words)
    } catch {
      throw counts.expected("a place beside the part")
    }
  }
}
