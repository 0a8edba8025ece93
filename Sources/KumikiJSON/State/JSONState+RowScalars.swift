internal import KumikiValues

/// A member of a row that gets a value.
struct JSONRowCell {
  let index: Int
  /// jansson's iterator at the member; nil if it is missing.
  fileprivate(set) var member: JSONMember?
  let value: JSONNode

  init(_ index: Int, _ member: JSONMember?, _ value: JSONNode) {
    (self.index, self.member, self.value) = (index, member, value)
  }
}

// Replaces scalars in many rows at once: they are recorded as one write, and observers are marked once.
extension JSONState {
  /// Replaces a member in rows of this array, where this is a scalar that gets another scalar.
  ///
  /// - Parameter member: a pointer of one step.
  /// - Returns: the write; nil if there is none. The cells that need a write of their own: at slots, of ids, without
  ///   the member, or with a value that the declarations may refuse. If memory runs out, these are all of them.
  mutating func replaceScalars(
    _ member: JSONPointer, in cells: ContiguousArray<JSONRowCell>
  ) -> (write: JSONRowsWrite?, others: ContiguousArray<JSONRowCell>) {
    defer { withExtendedLifetime(member) {} }
    let step = member.segments.step(0)
    guard allowsScalars(at: step) else { return (nil, cells) }
    var (plain, others): (ContiguousArray<JSONRowCell>, ContiguousArray<JSONRowCell>) = ([], [])
    plain.reserveCapacity(cells.count)
    let (placed, steps) = (placedRows, JSONSteps(step))
    // Usually all cells get one value, which is compared with the declarations of the first row.
    var declared: JSONDeclaredForms?
    var allowed: JSONNode?
    for cell in cells {
      var isPlain =
        cell.member.map { !$0.value.isContainer } == true && !cell.value.isContainer
        && !cell.value.isLacking
      if isPlain, !placed.isEmpty, placed.contains(cell.index) {
        isPlain = atRow(cell.index) { $0.isPlain(cell.value, at: steps) }
      } else if isPlain, document.with({ $0.hasDeclared }), allowed != cell.value {
        atRow(cell.index) { row in
          if declared == nil { declared = JSONDeclaredForms(at: row) }
          isPlain = declared!.allowsInAll(cell.value, at: step.pointee, like: row.node)
        }
        if isPlain { allowed = cell.value }
      }
      if isPlain { plain.append(cell) } else { others.append(cell) }
    }
    guard !plain.isEmpty, let write = put(&plain, member) else { return (nil, cells) }
    note(below: false, place) { $0.pointee.place }
    note(below: false, alias) { $0.pointee.alias }
    for index in placed where write.has(index) { atRow(index) { $0.touch(steps) } }
    return (write, others)
  }

  /// Whether scalars in rows of this array may be replaced at a member without a write of each row.
  private func allowsScalars(at member: JSONSegmentRef) -> Bool {
    guard node?.isArray == true, document.with({ !$0.room.limits.countsBytes }), rowOfID == nil
    else { return false }
    return rowsHere?.with { !$0.isPath && !$0.areWaiting && !$0.idKey.isNamed(member.pointee.raw) }
      ?? true
  }

  /// The indices of the rows that have places.
  private var placedRows: Set<Int> {
    var found: Set<Int> = []
    for place in [place, alias] {
      place?.with { place in
        for child in place.indexed { found.insert(child.segment.index) }
        for id in place.rowChildren.keys {
          if let index = place.rows.index(of: id, in: node) { found.insert(index) }
        }
      }
    }
    return found
  }

  // Not inlined, because the code of a step is long.
  @inline(never)
  @discardableResult
  private mutating func atRow<Result>(_ index: Int, _ body: (inout JSONState) -> Result) -> Result {
    stepRow(index, body)
  }

  /// Puts the values into the rows, which are made unique first. Nil if memory runs out; then nothing has changed.
  private mutating func put(
    _ cells: inout ContiguousArray<JSONRowCell>, _ member: JSONPointer
  ) -> JSONRowsWrite? {
    changing { state in
      guard let array = state.unique() else { return nil }
      var isOther = false
      for number in cells.indices {
        guard let row = array.element(cells[number].index), !row.isUnique else { continue }
        if !isOther { state.noteStructure() }
        isOther = true
        guard let copy = row.shallowCopy(),
          array.replaceChild(.init(.none, index: cells[number].index), row, stealing: copy)
        else { return nil }
        cells[number].member = member.segments[0].find(in: copy).member
      }
      if isOther { state.keepSteps() }
      let write = JSONRowsWrite(member, cells)
      state.record(.rows(write))
      state.document.with { $0.burst.noteWrite() }
      for cell in cells {
        guard let member = cell.member, let row = array.element(cell.index) else { continue }
        _ = row.set(member, stealing: cell.value.retained())
      }
      return write
    }
  }
}

extension JSONRowsWrite {
  fileprivate convenience init(_ member: JSONPointer, _ cells: ContiguousArray<JSONRowCell>) {
    var (indices, old, new): (ContiguousArray<Int32>, ContiguousArray<JSONNode>, _) = (
      [], [], ContiguousArray<JSONNode>()
    )
    indices.reserveCapacity(cells.count)
    old.reserveCapacity(cells.count)
    new.reserveCapacity(cells.count)
    for cell in cells {
      guard let member = cell.member else { continue }
      indices.append(Int32(cell.index))
      old.append(member.value.retained())
      new.append(cell.value.retained())
    }
    self.init(member, indices, from: old, to: new)
  }
}

extension JSONDeclaredForms {
  /// Whether a scalar certainly matches at a member of each row, given one of the rows.
  fileprivate func allowsInAll(
    _ value: JSONNode, at member: JSONPointer.Segment, like row: JSONNode?
  ) -> Bool {
    guard let row, !isExcluded, mismatch(of: value, at: member, in: row) == nil else {
      return false
    }
    // Another row may be another case.
    return forms.allSatisfy { if case .cases = $0.kind { false } else { true } }
  }
}
