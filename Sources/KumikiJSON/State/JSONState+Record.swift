internal import KumikiValues

extension JSONRecorders {
  /// Records a write for all recorders, from its place up to the root.
  ///
  /// - Parameter below: further steps, from the value at the place.
  @inline(never)
  func note(_ write: JSONWrite, at place: JSONState, _ below: JSONSteps?) {
    let end = place.depth + (below?.count ?? 0)
    // One record for all recorders, from the innermost to the outermost.
    var inside = JSONWritePlace(end: end)
    swap(&inside.steps, &path)
    if let any = below?.step(0) ?? place.segment {
      inside.steps.reserve(end, .init(ref: any, isElement: false))
    }
    if let below {
      var here = place.node
      for index in 0..<below.count {
        let step = below.step(index)
        inside.steps[place.depth + index] = .init(ref: step, isElement: here?.isArray == true)
        if index + 1 < below.count { here = here.flatMap { step.pointee.child(of: $0) } }
      }
    }
    // The counts that a history shows are not data, and histories around it do not record them.
    let isPaused = pauses != 0
    var isData = hasHistories && !isPaused
    if isData { (inside.rows, inside.whole) = (place.rowsForm, place.whole(write, below?[0])) }
    var start = place
    JSONCursor.with(&start) { start in
      var cursor = start
      while true {
        inside.top = cursor.pointee.depth
        if isData { isData = cursor.pointee.noteInHistories(write, inside) }
        if hasIndexes, !isPaused { cursor.pointee.noteInIndexes(write, inside) }
        for index in self.steps.indices where self.steps[index].depth == inside.top && !isPaused {
          Uncounted(self.steps[index].changes).with { $0.note(write, inside) }
        }
        guard let parent = cursor.pointee.parent, let step = cursor.pointee.segment else { break }
        cursor = parent
        let isElement = cursor.pointee.node?.isArray == true
        let rows = isElement && hasHistories ? cursor.pointee.rowsHere : nil
        inside.steps[cursor.pointee.depth] = .init(
          ref: step, isElement: isElement, rows: rows?.with { Uncounted($0.form) },
          isInStep: rows?.with { $0.isInStep } ?? false)
      }
    }
    inside.top = 0
    if isVersioned {
      place.document.with { $0.versions?.record(write, at: inside, in: place.node) }
    }
    if observers != 0, !isPaused { burst.note(write, inside) }
    swap(&inside.steps, &path)
    // A write inside this one has made its own.
    if inside.steps.count > 0 { inside.steps.free() }
  }
}

extension JSONState {
  /// Runs a change of the state, which other threads read before or after it.
  @inline(__always)
  mutating func changing<Result, Failure: Error>(
    _ change: (inout JSONState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isHeld = document.with { $0.changes.isVersioned && $0.beginWrite() }
    defer { if isHeld { document.with { $0.versions?.endWrite() } } }
    return try change(&self)
  }

  /// Changes the object here, which was made unique. Versions may share it, or the objects above it, since then.
  @inline(__always)
  mutating func change(
    _ container: JSONNode, _ change: (JSONNode) -> Void
  ) throws(JSONWriteError) {
    let isVersioned = document.with { $0.changes.isVersioned }
    try changing { (state) throws(JSONWriteError) in
      guard let container = isVersioned ? state.unique() : container else { throw .noMemory }
      change(container)
    }
  }

  /// Records a write, if any recorder is active.
  @inline(__always)
  func record(_ write: @autoclosure () -> JSONWrite, _ last: JSONPointer.Segment? = nil) {
    document.with { document in
      guard document.changes.isOn else { return }
      guard let last else { return document.changes.note(write(), at: self, nil) }
      last.withStep { document.changes.note(write(), at: self, JSONSteps($0)) }
    }
  }

  fileprivate var rowsForm: JSONRowsForm? { rowsHere?.with { $0.form } }

  /// Returns a write of a whole value here, or of a member; nil if the old value is not a container.
  fileprivate func whole(_ write: JSONWrite, _ last: JSONPointer.Segment?) -> JSONWhole? {
    guard case .written(let old?, _) = write, old.isContainer else { return nil }
    let here = place.flatMap { place in last.map { place.object.child($0)?.object } ?? place.object
    }
    return JSONWhole(write, here, countsShown(above: last))
  }

  /// Returns the counts in the value here, or in a member, that histories further up show.
  private func countsShown(above last: JSONPointer.Segment?) -> [JSONParts.Counts] {
    var counts: [JSONParts.Counts] = []
    var (cursor, taken) = (self, last == nil ? 0 : 1)
    while true {
      let shown = taken == 0 ? [] : cursor.place?.with { $0.countsShown } ?? []
      if !shown.isEmpty {
        let above = JSONPointer(keys: (keys + (last.map { [$0.text] } ?? [])).suffix(taken))
        for shown in shown where shown.isBelow(above) {
          counts.append(.init(pointer: shown, taken: taken))
        }
      }
      guard let parent = cursor.parent else { return counts }
      cursor = parent.pointee
      taken += 1
    }
  }

  fileprivate func noteInIndexes(_ write: JSONWrite, _ inside: JSONWritePlace) {
    guard let place, place.with({ !$0.indexes.isEmpty }) else { return }
    place.with { $0.indexes.note(write, inside) }
  }

  /// - Returns: false for a write to counts that a history here shows.
  fileprivate func noteInHistories(_ write: JSONWrite, _ inside: JSONWritePlace) -> Bool {
    guard let place, place.with({ !$0.kept.histories.isEmpty }) else { return true }
    let histories = place.object.kept.histories
    if histories.contains(where: { $0.places.isShown(at: inside) }) { return false }
    for history in histories { history.note(write, inside, in: node) }
    return true
  }
}
