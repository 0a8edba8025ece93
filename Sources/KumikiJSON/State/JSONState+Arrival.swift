internal import KumikiValues

// The arrival of a value in a state, by a reducer's write, a binding, or an action that presents, pushes or sets
// a path. The value is checked first: if an operator could not use it, it is refused and nothing changes.
// Afterwards, the operators' requirements are set up.
extension JSONState {
  /// Refuses a value that does not match its declarations, or that an operator here or below could not use.
  func admit(_ value: JSONNode) throws(JSONWriteError) { try admit(value, declared()) }

  func admit(_ value: JSONNode, _ declared: JSONDeclaredStep?) throws(JSONWriteError) {
    if let (parent, segment) = above {
      if let mismatch = declared?.mismatch(of: value) { throw parent.pointee.refuse(mismatch) }
      if parent.pointee.hasRows {
        try parent.pointee.admit(row: value, at: segment)
      } else {
        try admitMember(value, segment, of: parent.pointee)
      }
    }
    guard let place else { return }
    if let mismatch = place.with({ $0.mismatch(of: value) }) { throw refuse(mismatch) }
    if document.with({ $0.hasReaderRows }) { try admitReaderRows(value, place.object) }
  }

  /// Refuses a value that cannot be a row of this array, or an entry of this navigation path.
  func admit(row value: JSONNode, at segment: JSONPointer.Segment) throws(JSONWriteError) {
    guard let rows = rowsHere else { return }
    var mismatch = rows.with { $0.mismatch(row: value) }
    if mismatch == nil, rows.with({ $0.hasInside }) {
      mismatch = rowShapes.firstResult { $0.mismatch(inside: value) }
    }
    if let mismatch { throw refuse(mismatch.below(segment.text)) }
  }

  /// Refuses a value that cannot be inserted into this array, or set under a name in this object.
  ///
  /// - Parameter isMoving: whether the value is already in the array and only moves.
  mutating func admitInsertion(
    of value: JSONNode, at segment: JSONPointer.Segment, isMoving: Bool = false
  ) throws(JSONWriteError) {
    if node?.isArray == true {
      return try admitElement(value, at: segment, declared(at: segment), isMoving: isMoving)
    }
    try segment.withStep { (segment) throws(JSONWriteError) in
      try step(segment) { (member) throws(JSONWriteError) in
        // A value that leaves the same object may be the current case.
        if !isMoving { try member.checkCase() }
        try member.admit(value)
      }
    }
  }

  /// Refuses a value that cannot be a new element of this array.
  func admitElement(
    _ value: JSONNode, at segment: JSONPointer.Segment, _ declared: JSONDeclaredStep?,
    isMoving: Bool = false
  ) throws(JSONWriteError) {
    if let mismatch = declared?.mismatch(of: value) { throw refuse(mismatch) }
    guard let rows = rowsHere else { return }
    try admit(row: value, at: segment)
    let id = rows.with { $0.id(ofNew: value) }
    if !isMoving, let id, rows.with({ $0.index(of: id, in: node) }) != nil {
      throw duplicate(JSON(borrowing: id))
    }
  }

  /// Raises the issue for an id that another row has, and returns the error.
  func duplicate(_ id: JSON) -> JSONWriteError {
    report(
      .duplicateElementID, "a row with the id \(id) is already there; nothing was written", at: path
    )
    return .invalid
  }

  /// Refuses to remove a value that an operator requires: a row's id, a part of a path's entry, the case of an
  /// enum, a container in which an operator stores values.
  func admitRemoval(_ segment: JSONPointer.Segment) throws(JSONWriteError) {
    if let (array, _) = above, let rows = array.pointee.rows, !rows.isInStep {
      if rows.isPath || rows.idKey.isNamed(segment.raw) {
        throw refuse(
          .expected("\(segment.text), which a row keeps", found: nil).below(segment.text))
      }
    }
    if document.with({ $0.hasDeclared }) { try admitDeclaredRemoval(segment) }
    guard let place = place?.object else { return }
    if let mismatch = place.child(segment)?.object.mismatch(of: nil) {
      throw refuse(mismatch.below(segment.text))
    }
    guard let node, segment.isCase(of: node) else { return }
    let rest = JSON(members: [])
    for requirement in place.requirements {
      if let mismatch = requirement.shape.mismatch(of: rest.node, after: requirement.step) {
        throw refuse(mismatch)
      }
    }
  }

  /// Refuses a member in an entry of a navigation path that is neither its id nor its element.
  private func admitMember(
    _ value: JSONNode, _ segment: JSONPointer.Segment, of entry: JSONState
  ) throws(JSONWriteError) {
    guard let array = entry.parent, array.pointee.rowsHere?.with({ $0.isPath }) == true else {
      return
    }
    if JSONPathForm.element.isNamed(segment.raw) { return }
    guard JSONPathForm.id.isNamed(segment.raw) else {
      throw refuse(.expected("id or element in an entry of a path", found: segment.text))
    }
    if StackElementID(value) == nil {
      throw refuse(.expected("an integer from 0 on", found: value))
    }
  }

  /// Refuses duplicate ids in rows of a dynamic reducer's choice, which have places but no requirement.
  private func admitReaderRows(_ value: JSONNode, _ place: JSONPlace) throws(JSONWriteError) {
    if let duplicate = place.duplicate(in: value) { throw refuse(.duplicate(duplicate)) }
  }

  @inline(never)
  func refuse(_ mismatch: JSONError) -> JSONWriteError {
    if mismatch.kind == .tooDeep { return .tooDeep }
    report(
      mismatch.issueCode ?? .stateMisfit, "\(mismatch.message); nothing was written",
      at: path + mismatch.path)
    return .invalid
  }

  /// Sets up the operators' requirements after a value was put here, and drops the values kept for the old
  /// value.
  mutating func arrived() {
    // First, because a plain path gets its ids here.
    setUp()
    guard let place else { return }
    if place.with({ !$0.isLeaf || !$0.kept.substates.isEmpty }) { leave(place.object) }
  }

  @inline(never)
  private mutating func leave(_ place: JSONPlace) {
    document.with { place.settle(with: node, &$0.burst) }
    if document.with({ $0.hasReaderRows }) { normalizePaths(place) }
  }

  /// Sets up the operators' requirements for the value here.
  mutating func setUp() {
    setUpRow()
    guard let place, place.with({ $0.requirements.setsUp }) else { return }
    setUp(by: place.object.requirements)
  }

  @inline(never)
  private mutating func setUp(by requirements: JSONRequirements) {
    for requirement in requirements { try? requirement.shape.setUp(&self, after: requirement.step) }
  }

  /// Sets up the operators' requirements for the row here.
  private mutating func setUpRow() {
    guard let (parent, _) = above, let rows = parent.pointee.rowsHere,
      rows.with({ $0.hasInside })
    else { return }
    // Uses this cursor, because another cursor would not update the value in this one.
    parent.pointee.setUp(row: &self)
  }

  /// Sets up the operators' requirements for the row at an index of this array.
  mutating func setUpRow(_ index: Int) {
    let array = self
    if let row = node?.element(index), rowShapes.allSatisfy({ isWaiting(row, for: $0) }) { return }
    stepRow(index) { array.setUp(row: &$0) }
  }

  func setUp(row: inout JSONState) {
    for shape in rowShapes { try? shape.setUp(row: &row) }
  }

  /// Reads the state of a feature in another language for the first time.
  mutating func setUpSubstate(_ kind: TypedSubstateKind, _ mustRead: Bool) throws(JSONError) {
    guard let node, mustRead || !node.isNull else { return }
    if place?.object.kept.substate(kind) != nil { return }
    do throws(JSONError) {
      try readSubstate(kind, identifiers).writeIDs(into: &self)
    } catch {
      if mustRead { throw error }
    }
  }
}
