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
    var labels: [String?] = []
    for step in undo + redo {
      let isLabeled = step.json?.kind == .object
      labels.append(isLabeled ? try step.member("label").text(or: nil) : nil)
      try reader.read(isLabeled ? step.member("writes") : step)
    }
    let (noted, changes) = reader.built()
    let steps = changes.indices.map { KeptStep(changes[$0], label: labels[$0]) }
    let last = try saved.member("age")
    let age = last.json == nil ? nil : try last.age(passed: passed)
    let group = try saved.member("group")
    let joining = UndoJoining(
      lastStep: age.map { 0 &- UInt64(bitPattern: $0) }, key: try saved.member("key").text(or: nil),
      group.json == nil ? nil : try UndoJoining.Group(group))
    history = JSONHistory(
      try JSONUndoPlaces(saved),
      UndoHistory(
        undo: Array(steps[..<undo.count]), redo: Array(steps[undo.count...]),
        droppedCount: Int(try saved.member("dropped").integer(from: 0, to: 1 << 60, or: 0)),
        joining),
      noted)
  }
}

extension UndoJoining.Group {
  fileprivate init(_ saved: SavedValue) throws(JSONError) {
    self.init(label: try saved.member("label").text(or: nil))
    depth = Int(try saved.member("depth").integer(from: 1, to: 1 << 60))
    hasStep = try saved.member("started").flag()
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
    let isLabeled = try saved.member("labels").flag()
    do throws(JSONError) {
      try self.init(part: pointer, shown: shown, showsLabels: isLabeled, words: words)
    } catch {
      throw counts.expected("a place beside the part")
    }
  }
}
