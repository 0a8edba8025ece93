internal import KumikiValues

extension JSONRecorders {
  /// Records a write for all recorders, from its place up to the root.
  ///
  /// - Parameter last: one more step, to a member of the value at the place.
  @inline(never)
  func note(_ write: JSONWrite, at place: JSONState, _ last: JSONPointer.Segment?) {
    var up: [JSONWritePlace.Step] = []
    swap(&up, &path)
    up.removeAll(keepingCapacity: true)
    if let last { up.append(.init(segment: last, isElement: false)) }
    var cursor = place
    // The counts that a history shows are not data, and histories around it do not record them.
    let isPaused = pauses != 0
    var isData = hasHistories && !isPaused
    let rows = isData ? place.rowsForm : nil
    let whole = isData ? place.whole(write, last) : nil
    while true {
      if isData {
        isData = cursor.noteInHistories(write, JSONWritePlace(up: up, rows: rows, whole: whole))
      }
      if hasIndexes, !isPaused { cursor.noteInIndexes(write, JSONWritePlace(up: up)) }
      for index in steps.indices where steps[index].depth == cursor.depth && !isPaused {
        steps[index].changes.note(write, JSONWritePlace(up: up))
      }
      guard let (parent, segment) = cursor.above else { break }
      cursor = parent.pointee
      let isElement = cursor.node?.isArray == true
      let rows = isElement && hasHistories ? cursor.rowsHere : nil
      up.append(
        .init(
          segment: segment, isElement: isElement, rows: rows?.with { Uncounted($0.form) },
          isInStep: rows?.with { $0.isInStep } ?? false))
    }
    if isVersioned { place.document.with { $0.versions?.record(write, at: up, in: place.node) } }
    if observers != 0, !isPaused { burst.note(write, JSONWritePlace(up: up)) }
    swap(&up, &path)
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
      if document.changes.isOn { document.changes.note(write(), at: self, last) }
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
    var keys = last.map { [$0.text] } ?? []
    var cursor = self
    if keys.isEmpty {
      guard let (parent, segment) = above else { return [] }
      (cursor, keys) = (parent.pointee, [segment.text])
    }
    while true {
      let above = JSONPointer(keys: keys.reversed())
      for shown in cursor.place?.object.countsShown ?? [] where shown.isBelow(above) {
        counts.append(.init(pointer: shown, taken: keys.count))
      }
      guard let (parent, segment) = cursor.above else { return counts }
      cursor = parent.pointee
      keys.append(segment.text)
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
