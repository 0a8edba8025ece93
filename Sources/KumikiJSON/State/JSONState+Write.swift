internal import Kumiki

// Writes by pointer, as RFC 6902 means them. Each steals its value, also when it throws.
extension JSONState {
  /// Replaces what is at `pointer`, or adds a member to the object above it.
  package mutating func set(_ pointer: JSONPointer, stealing value: JSONNode) throws(JSONWriteError)
  {
    try write(pointer, value, replaces: true) { (target, value) throws(JSONWriteError) in
      try target.assign(stealing: value)
    }
  }

  /// RFC 6902 "add": as ``set(_:stealing:)``, but in an array it shifts, and `-` appends.
  package mutating func insert(
    _ pointer: JSONPointer, stealing value: JSONNode
  ) throws(JSONWriteError) {
    try write(pointer, value, replaces: false) { (target, value) throws(JSONWriteError) in
      // The whole of a row is written over: beside it is outside of its feature.
      guard !pointer.isRoot, let (parent, segment) = target.above,
        parent.pointee.node?.isArray == true
      else { return try target.assign(stealing: value) }
      try parent.pointee.insertElement(segment, stealing: value)
    }
  }

  package mutating func remove(_ pointer: JSONPointer) throws(JSONWriteError) {
    try reach(pointer) { (target) throws(JSONWriteError) in
      guard target.node != nil else { throw .notFound }
      guard let (parent, segment) = target.above else { return try target.assign(stealing: .null) }
      try parent.pointee.removeChild(segment)
    }
  }

  /// RFC 6902 "move": removes what is at `from` and adds it at `to`; within an array it reorders.
  package mutating func move(_ from: JSONPointer, to: JSONPointer) throws(JSONWriteError) {
    guard let value = node.flatMap({ from.resolve(in: $0) }) else { throw .notFound }
    if from == to { return }
    guard !from.isRoot, !to.isBelow(from) else { throw .intoItself }
    // Checked first, since nothing may change if the second half is refused.
    try admit(value, moved: from, to)
    let moved = JSON(borrowing: value)
    try recordingMove(from, to, of: moved) { (state) throws(JSONWriteError) in
      try state.remove(from)
    } and: { (state) throws(JSONWriteError) in
      try state.insert(to, stealing: moved.retained())
    }
  }

  // MARK: Steps of a write

  @inline(__always)
  private mutating func write(
    _ pointer: JSONPointer, _ value: JSONNode, replaces: Bool,
    _ body: (inout JSONState, JSONNode) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    let depth = depth + pointer.segments.count
    let here = replaces ? node : nil
    let isTakenIn = document.with {
      $0.takesIn(value, at: depth, over: here.flatMap { pointer.resolve(in: $0) })
    }
    guard isTakenIn else {
      value.releaseDeep()
      throw .tooDeep
    }
    var isTaken = false
    defer { if !isTaken { value.releaseDeep() } }
    try reach(pointer) { (target) throws(JSONWriteError) in
      isTaken = true
      try body(&target, value)
    }
  }

  /// Goes to a place whose container is there.
  @inline(__always)
  private mutating func reach(
    _ pointer: JSONPointer, _ body: (inout JSONState) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    let reached: Void? = try visit(pointer) { (target) throws(JSONWriteError) in
      try target.checkCase()
      try body(&target)
    }
    guard reached != nil else {
      try withExtendedLifetime(pointer) { () throws(JSONWriteError) in
        try reportWrongCase(pointer.segments)
      }
      throw .notFound
    }
  }

  /// Writes what is exactly here. At a slot this is a slot write.
  private mutating func assign(stealing value: JSONNode) throws(JSONWriteError) {
    var value = value
    if isPlainMember {
      if document.with({ $0.hasDeclared }) { value = try taken(stealing: value) }
      guard put(stealing: value) else { throw .noMemory }
      return changed(below: false)
    }
    if let (parent, segment) = above, parent.pointee.node?.isArray == true,
      segment.child(of: parent.pointee.node!) == nil
    {
      value.releaseDeep()
      throw .notFound
    }
    value = try taken(stealing: value)
    if let (parent, segment) = above, let rows = parent.pointee.rows, let old = node {
      try put(
        stealing: value, renaming: rows.id(of: old), to: rows.id(of: value), rows, segment.index,
        in: parent.pointee.node!)
    } else if let (row, key) = above, let rows = row.pointee.rowsNamed(by: key),
      let (array, segment) = row.pointee.above
    {
      let structure = rows.structure
      try put(
        stealing: value, renaming: rows.id(of: row.pointee.node!), to: value, rows, segment.index,
        in: array.pointee.node!)
      // Notes the written id, so that it is not given out.
      if rows.isPath, let id = node.flatMap({ StackElementID($0) }) {
        identifiers.noteStackElement(id)
      }
      if rows.structure != structure { array.pointee.renamedRow(rows, at: segment.index) }
    } else {
      guard put(stealing: value) else { throw .noMemory }
    }
    changed(below: true)
    place?.with { place in
      if place.assigned != 0 { place.assigned = Serial.next() }
      place.slotHere?.with { $0.arrive(node, .assigned) }
    }
    arrived()
  }

  /// Whether this is a plain member of an object: no slot, rows or row's id, none of them inside, and no
  /// observer inside.
  private var isPlainMember: Bool {
    guard place == nil, alias == nil, let parent, parent.pointee.node?.isObject == true
    else {
      return false
    }
    guard let array = parent.pointee.parent, array.pointee.hasRows, let segment else { return true }
    return array.pointee.place?.with { place in
      // A row's own id is what its for-each looks at, and a path's entry has no members of its own.
      if place.rows?.isPath == true { return JSONPathForm.element.isNamed(segment.pointee.raw) }
      return place.idStep.map { !$0.pointee.raw.isEqual(to: segment.pointee.raw) } ?? true
    } ?? true
  }

  /// Writes a row, or its id. Another id must be one that no other row has.
  private mutating func put(
    stealing value: JSONNode, renaming old: JSONNode?, to new: JSONNode?, _ rows: JSONRows,
    _ index: Int, in array: JSONNode
  ) throws(JSONWriteError) {
    let before = old.map(JSON.init(borrowing:))
    let after = new.map(JSON.init(borrowing:))
    if let after, let other = rows.index(of: after, in: array), other != index {
      value.releaseDeep()
      throw duplicate(after)
    }
    let leaving = before == after ? nil : rows.leaving(before, at: index, in: array)
    guard put(stealing: value) else { throw .noMemory }
    guard before != after else { return }
    noteStructure()
    leaving.map { place, row in row.withNode { place.keepLast($0, becoming: nil) } }
    document.with { rows.renamed(before, to: after, at: index, in: $0) }
  }

  /// Called when a row of this array has got another id, under which it has another place and new
  /// presentations.
  private mutating func renamedRow(_ rows: JSONRows, at index: Int) {
    if rows.isInStep { return }
    if rows.hasInside { setUpRow(index) }
    changedElements()
  }
}

extension JSONPointer {
  /// True where this place is inside the other.
  func isBelow(_ other: JSONPointer) -> Bool {
    segments.count > other.segments.count
      && zip(segments, other.segments).allSatisfy { $0.raw.isEqual(to: $1.raw) }
  }
}
