/// Who is told of each write to a document: the observers of patches, of a whole burst; the operators that
/// are in a step of theirs; and the histories at the places above the write.
package final class JSONRecorders {
  /// False where a write need not be noted.
  private(set) var isOn = false
  /// The number of observers of patches, and of those among them who want the way back.
  private var observers = 0
  private var returning = 0
  private var burst = JSONChanges(keepsBefore: false)
  /// What the burst that is being told wrote; nil for nothing.
  private(set) var told: JSONChanges?
  /// The operators in whose step a write happens, each by the depth of its place in the state.
  private var steps: [(depth: Int, changes: JSONChanges)] = []
  /// Records of steps that have ended, for their room.
  private var spare: [JSONChanges] = []
  private var hasHistories = false
  private var pauses = 0
  /// The way from the place of a write up, for its room.
  private var way: [JSONChanges.Step] = []

  package var isEmpty: Bool { burst.isEmpty }

  private func update() {
    isOn = pauses == 0 && (observers != 0 || !steps.isEmpty || hasHistories)
  }

  // MARK: Observers of patches

  /// - Parameter returning: whether the way back is wanted too.
  package func start(returning isReturning: Bool = false) {
    observers += 1
    if isReturning { returning += 1 }
    // Nobody comes while something is being written.
    if burst.isEmpty { renew() }
    update()
  }

  package func stop(returning isReturning: Bool = false) {
    observers -= 1
    if isReturning { returning -= 1 }
    // Those who stay are told what was written before somebody left.
    if observers == 0 { renew() }
    update()
  }

  private func renew() { burst = JSONChanges(keepsBefore: returning != 0) }

  /// A burst has ended: what it wrote is told.
  @inline(__always)
  func endBurst() {
    if observers != 0 || told != nil { tellBurst() }
  }

  @inline(never)
  private func tellBurst() {
    told = burst.isEmpty ? nil : burst
    renew()
  }

  // MARK: Steps of operators

  /// Notes what is written from here on at and below the operator's place, until ``endStep()``.
  func beginStep(at place: JSONState) {
    steps.append((place.depth, spare.popLast() ?? JSONChanges(keepsBefore: false)))
    update()
  }

  /// What the step wrote that was begun last.
  func endStep() -> JSONChanges {
    let changes = steps.removeLast().changes
    update()
    return changes
  }

  /// Takes a record back, for the next step.
  func reuse(_ changes: consuming JSONChanges) {
    changes.reset()
    spare.append(changes)
  }

  /// Has histories be looked for at the places above each write.
  func watchHistories() {
    hasHistories = true
    update()
  }

  /// Takes over what belongs to a copy of the document too.
  func resemble(_ other: JSONRecorders) { if other.hasHistories { watchHistories() } }

  /// Runs `body` without noting its writes, which the caller notes as one operation.
  func pausing<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    pauses += 1
    update()
    defer {
      pauses -= 1
      update()
    }
    try body()
  }

  // MARK: Noting

  /// - Parameter last: one more step, to a member of what is at the place.
  @inline(never)
  func note(_ write: JSONWrite, at place: JSONState, _ last: JSONPointer.Segment?) {
    var up: [JSONChanges.Step] = []
    swap(&up, &way)
    up.removeAll(keepingCapacity: true)
    if let last { up.append(.init(segment: last, isElement: false)) }
    var cursor = place
    // Counts that a history shows are not data, and those around it do not note them.
    var isData = hasHistories
    while true {
      if isData { isData = cursor.noteInHistories(write, JSONWay(up: up, rows: place.rowsHere)) }
      for index in steps.indices where steps[index].depth == cursor.depth {
        steps[index].changes.note(write, JSONWay(up: up))
      }
      guard let (parent, segment) = cursor.above else { break }
      cursor = parent.pointee
      let isElement = cursor.node?.isArray == true
      up.append(
        .init(segment: segment, isElement: isElement, rows: isElement ? cursor.rowsHere : nil))
    }
    if observers != 0 { burst.note(write, JSONWay(up: up)) }
    swap(&up, &way)
  }
}

extension JSONState {
  /// Notes a write. Does nothing where nobody wants to know.
  @inline(__always)
  func record(_ write: @autoclosure () -> JSONWrite, _ last: JSONPointer.Segment? = nil) {
    document.with { document in
      if document.changes.isOn { document.changes.note(write(), at: self, last) }
    }
  }

  /// - Returns: false for a write to what a history here shows of itself.
  fileprivate func noteInHistories(_ write: JSONWrite, _ way: JSONWay) -> Bool {
    guard let place, place.with({ !$0.histories.isEmpty }) else { return true }
    let histories = place.object.histories
    if histories.contains(where: { $0.places.isShown(at: way) }) { return false }
    for history in histories { history.note(write, way, in: node) }
    return true
  }
}
