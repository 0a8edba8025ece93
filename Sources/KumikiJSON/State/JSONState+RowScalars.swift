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
  /// Replaces a member in rows of this array, where it is a scalar that gets another scalar.
  ///
  /// - Parameter member: a pointer of one step.
  /// - Returns: the write, or nil; and the positions of the cells that need a write of their own: at slots, of ids,
  ///   without the member, or with a value that the declarations may refuse. If memory runs out, these are all cells.
  mutating func replaceScalars(
    _ member: JSONPointer, in cells: ContiguousArray<JSONRowCell>
  ) -> (write: JSONRowsWrite?, others: [Int]) {
    defer { withExtendedLifetime(member) {} }
    let step = member.segments[0]
    guard allowsScalars(at: step) else { return (nil, Array(cells.indices)) }
    var plain: ContiguousArray<JSONRowCell> = []
    var others: [Int] = []
    plain.reserveCapacity(cells.count)
    let placed = placedRows
    // Usually all cells get one value, which is compared with the declarations of the first row.
    var declared: JSONDeclaredForms?
    var allowed = document.with { $0.hasDeclared } ? nil : cells.first?.value
    let isDeclared = allowed == nil
    for (position, cell) in cells.enumerated() {
      var isPlain =
        cell.member.map { !$0.value.isContainer } == true && !cell.value.isContainer
        && !cell.value.isLacking
      if isPlain, !placed.isEmpty, placed.contains(cell.index) {
        atRow(cell.index) { isPlain = $0.isPlain(cell.value, at: member.segments) }
      } else if isPlain, isDeclared, allowed != cell.value {
        atRow(cell.index) { row in
          if declared == nil { declared = JSONDeclaredForms(at: row) }
          isPlain = declared!.allowsInAll(cell.value, at: step, like: row.node)
        }
        if isPlain { allowed = cell.value }
      }
      if isPlain { plain.append(cell) } else { others.append(position) }
    }
    guard !plain.isEmpty, let write = put(&plain, member) else {
      return (nil, Array(cells.indices))
    }
    changed(below: false)
    for index in placed where write.has(index) {
      atRow(index) { $0.reach(member) { $0.changed(below: false) } }
    }
    return (write, others)
  }

  /// Whether scalars in rows of this array may be replaced at a member without a write of each row.
  private func allowsScalars(at member: JSONPointer.Segment) -> Bool {
    guard node?.isArray == true, document.with({ !$0.room.limits.countsBytes }), rowOfID == nil
    else { return false }
    return rowsHere?.with { !$0.isPath && !$0.areWaiting && !$0.idKey.isNamed(member.raw) } ?? true
  }

  /// The indices of the rows that have places.
  private var placedRows: Set<Int> {
    var found: Set<Int> = []
    for place in [place, alias] {
      guard let place = place?.object else { continue }
      for child in place.indexed { found.insert(child.segment.index) }
      for id in place.rowChildren.keys {
        if let index = place.rows.index(of: id, in: node) { found.insert(index) }
      }
    }
    return found
  }

  // Not inlined, because the code of a step is long.
  @inline(never)
  private mutating func atRow(_ index: Int, _ body: (inout JSONState) -> Void) {
    stepRow(index, body)
  }

  /// Puts the values into the rows, which are made unique first. Nil if memory runs out; then nothing has changed.
  private mutating func put(
    _ cells: inout ContiguousArray<JSONRowCell>, _ member: JSONPointer
  ) -> JSONRowsWrite? {
    changing { state in
      guard let array = state.unique() else { return nil }
      var rows: ContiguousArray<JSONRowsWrite.Row> = []
      rows.reserveCapacity(cells.count)
      var isOther = false
      for position in cells.indices {
        let index = cells[position].index
        guard let row = array.element(index) else { return nil }
        if !row.isUnique {
          if !isOther { state.noteStructure() }
          isOther = true
          guard let copy = row.shallowCopy(),
            array.replaceChild(.init(.none, index: index), row, stealing: copy)
          else { return nil }
          cells[position].member = member.segments[0].find(in: copy).member
        }
        guard let old = cells[position].member?.value else { return nil }
        rows.append(.init(index: index, old: old, new: cells[position].value))
      }
      if isOther { state.keepSteps() }
      let write = JSONRowsWrite(member, rows)
      state.record(.rows(Uncounted(write)))
      state.document.with { $0.burst.noteWrite() }
      for cell in cells {
        _ = array.element(cell.index)!.set(cell.member!, stealing: cell.value.retained())
      }
      return write
    }
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
