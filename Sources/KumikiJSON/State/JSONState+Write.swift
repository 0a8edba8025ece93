internal import KumikiValues

// Writes by pointer, as in RFC 6902. Each steals its value, even if it throws.
extension JSONState {
  /// Replaces the value at `pointer`, or adds a member to the object above it.
  package mutating func set(_ pointer: JSONPointer, stealing value: JSONNode) throws(JSONWriteError)
  {
    try write(pointer, value, replaces: true)
  }

  /// Replaces the root with another state, known to match, which is not completed like a reducer's write.
  mutating func replaceWhole(by state: JSON) throws(JSONWriteError) {
    defer { withExtendedLifetime(state) {} }
    let before = document.with { $0.room.amount }
    if let refusal = takeIn(state.node, at: .root, replaces: true, isMoving: false) {
      throw refusal
    }
    guard put(stealing: state.retained()) else {
      document.with { $0.room.amount = before }
      throw .noMemory
    }
    land(.assigned)
  }

  /// Implements RFC 6902 "add": like ``set(_:stealing:)``, but in an array it inserts, and `-` appends.
  package mutating func insert(
    _ pointer: JSONPointer, stealing value: JSONNode
  ) throws(JSONWriteError) {
    try write(pointer, value, replaces: false)
  }

  package mutating func remove(_ pointer: JSONPointer) throws(JSONWriteError) {
    if pointer.isRoot {
      try checkCase()
      guard node != nil else { throw .notFound }
      guard let (parent, segment) = above else { return try set(.root, stealing: .null) }
      return try parent.pointee.removeChild(segment)
    }
    try reachContainer(of: pointer) { (container, step) throws(JSONWriteError) in
      guard container.node.flatMap({ step.pointee.child(of: $0) }) != nil else { throw .notFound }
      try container.removeChild(step.pointee)
    }
  }

  /// Implements RFC 6902 "move": removes the value at `from` and adds it at `to`; within an array it reorders.
  package mutating func move(_ from: JSONPointer, to: JSONPointer) throws(JSONWriteError) {
    guard let value = node.flatMap({ from.resolve(in: $0) }) else { throw .notFound }
    if from == to { return }
    guard !from.isRoot, !to.isBelow(from) else { throw .intoItself }
    // Checked first, because nothing may change if the second half is refused.
    try admit(value, moved: from, to)
    let moved = JSON(borrowing: value)
    // A value moved over its own container replaces it in one write, so that it is never missing.
    if from.isBelow(to), Self.isReplaced(at: to, in: node) {
      let left: JSONPlace? = visit(from) { $0.place?.object } ?? nil
      try set(to, stealing: moved.retained())
      // As after a removal, a later value at the old place is another presentation.
      left?.slot.record?.end()
      return
    }
    let isReordering = !to.isRoot && from.withoutLast == to.withoutLast
    try keepingHeld(below: isReordering ? from.withoutLast : nil) {
      (state) throws(JSONWriteError) in
      try state.recordingMove(from, to, of: moved) { (state) throws(JSONWriteError) in
        try state.remove(from)
      } and: { (state) throws(JSONWriteError) in
        do throws(JSONWriteError) {
          try state.write(to, moved.retained(), replaces: false, isMoving: true)
        } catch {
          try? state.write(from, moved.retained(), replaces: false, isMoving: true)
          throw error
        }
      }
    }
  }

  /// Whether a value that is added at a pointer replaces the value there. In an array it is inserted before it.
  private static func isReplaced(at pointer: JSONPointer, in node: JSONNode?) -> Bool {
    pointer.isRoot || node.flatMap { pointer.withoutLast.resolve(in: $0) }?.isArray != true
  }

  // MARK: Steps of a write

  /// - Parameters:
  ///   - replaces: whether an element of an array is replaced. Otherwise the value is inserted before it.
  ///   - isMoving: whether the value was in the state before, so that the state does not grow.
  private mutating func write(
    _ pointer: JSONPointer, _ value: JSONNode, replaces: Bool, isMoving: Bool = false
  ) throws(JSONWriteError) {
    let before = document.with { $0.room.amount }
    if let refusal = takeIn(value, at: pointer, replaces: replaces, isMoving: isMoving) {
      value.releaseDeep()
      throw refusal
    }
    var isTaken = false
    do throws(JSONWriteError) {
      // A feature that writes its whole row replaces it, because the neighbouring places belong to its parent.
      if pointer.isRoot {
        try checkCase()
        isTaken = true
        return try assign(stealing: value)
      }
      try reachContainer(of: pointer) { (container, step) throws(JSONWriteError) in
        isTaken = true
        if !replaces, container.node?.isArray == true {
          return try container.insertElement(step.pointee, stealing: value)
        }
        try container.step(step) { (target) throws(JSONWriteError) in
          try target.assign(stealing: value)
        }
      }
    } catch {
      // A write that fails has changed nothing.
      document.with { $0.room.amount = before }
      if !isTaken { value.releaseDeep() }
      throw error
    }
  }

  @inline(never)
  private func takeIn(
    _ value: JSONNode, at pointer: JSONPointer, replaces: Bool, isMoving: Bool
  ) -> JSONWriteError? {
    let depth = depth + pointer.segments.count
    return document.with {
      $0.room.takeIn(
        value, at: depth, isMoving: isMoving,
        over: replaces || Self.isReplaced(at: pointer, in: node)
          ? node.flatMap { pointer.resolve(in: $0) } : nil,
        key: newKeyBytes(at: pointer))
    }
  }

  /// Returns the bytes of the key that a write at a place below adds.
  private func newKeyBytes(at pointer: JSONPointer) -> Int {
    if pointer.isRoot { return newKeyBytes }
    guard let node, pointer.withoutLast.resolve(in: node)?.isObject == true,
      pointer.resolve(in: node) == nil
    else { return 0 }
    return pointer.segments.last?.count ?? 0
  }

  /// Visits the container of a place below, with the step from there to the place.
  @inline(__always)
  private mutating func reachContainer(
    of pointer: JSONPointer,
    _ body: (inout JSONState, JSONSegmentRef) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    defer { withExtendedLifetime(pointer) {} }
    let steps = pointer.segments
    let last = steps.step(steps.count - 1)
    var isReached = false
    _ = try visit(steps.withoutLast) { (container) throws(JSONWriteError) in
      guard container.node?.isContainer == true else { return }
      isReached = true
      try container.checkCase(of: last.pointee)
      try body(&container, last)
    }
    if !isReached { throw reportWrongCase(steps) ? .invalid : .notFound }
  }

  /// Writes the value exactly here. At a slot this is a slot write.
  private mutating func assign(stealing value: JSONNode) throws(JSONWriteError) {
    if node == nil, parent?.pointee.node?.isArray == true {
      value.releaseDeep()
      throw .notFound
    }
    // Usually no requirement or declaration could refuse the value or add to it.
    let isFree = place == nil && document.with { !$0.hasDeclared && !$0.hasRows }
    let value = isFree ? value : try taken(stealing: value)
    let inside = rename(by: node == nil ? .add : .replace, value)
    let rename = inside ?? rowRename(by: value)
    try renaming(rename, or: value) { (target) throws(JSONWriteError) in
      guard target.put(stealing: value) else { throw .noMemory }
    }
    if let inside {
      // Reserves the written id, so that it is not generated again.
      if inside.rows.isPath, let id = node.flatMap({ StackElementID($0) }) {
        identifiers.noteStackElement(id)
      }
      inside.array.pointee.renamedRow(inside)
    } else if let rename, rename.before != rename.after, !rename.rows.isInStep {
      // Another row is here, with its own place. During a row's own step, the row keeps its place.
      findPlaceOfRow()
    }
    land(.assigned)
  }

  /// Updates the places after a value was put here: observers are notified, a slot has another presentation or
  /// none, and the operators' requirements are set up.
  mutating func land(_ arrival: Presentation<JSONIdentity>.Arrival) {
    changed(below: true)
    place?.with { place in
      if place.assigned != 0 { place.assigned = Serial.next() }
      place.slot.here?.with { record in
        record.arrive(node, arrival)
        record.isUnseen = false
        document.with { record.see(node, $0.burst.writes, $0.burst.structure) }
      }
    }
    arrived()
  }

  /// Returns how writing a whole row changes its id; nil if it does not, or if this is not a row.
  private func rowRename(by value: JSONNode) -> JSONRowRename? {
    guard let (array, segment) = above, array.pointee.hasRows, let rows = array.pointee.rows,
      let node
    else { return nil }
    if let id = rows.id(of: node), let other = rows.id(of: value), id.isEqual(to: other) {
      return nil
    }
    return JSONRowRename(rows, array, segment.index, node, by: value)
  }
}
