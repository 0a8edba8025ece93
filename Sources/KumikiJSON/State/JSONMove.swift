/// The destination of a value that is removed from one place of a state and added at another.
struct JSONMove {
  let from: JSONPointer
  let to: JSONPointer

  /// Returns the pointer to the container at the destination before the value has left its old place. In the
  /// array that the value leaves, later elements then move up by one.
  /// - Throws: if the value cannot be added there.
  func landing(
    in root: JSONNode, _ value: JSONNode, depth: Int
  ) throws(JSONWriteError) -> JSONPointer {
    let steps = to.segments
    guard let last = steps.last else { return .root }
    var container = root
    var keys: [String] = []
    for (position, step) in steps.dropLast().enumerated() {
      let isShifted = leaves(container, at: position) && step.index >= from.segments[position].index
      let next = isShifted ? container.element(step.index + 1) : step.child(of: container)
      guard let next, next.isContainer else { throw .notFound }
      keys.append(isShifted ? "\(step.index + 1)" : step.text)
      container = next
    }
    if container.isArray, !last.isAppend {
      let count = container.elementCount - (leaves(container, at: steps.count - 1) ? 1 : 0)
      guard (0...count).contains(last.index) else { throw .notFound }
    } else if !container.isContainer {
      throw .notFound
    }
    let limit = JSONLimits.standard.depth - depth - steps.count
    guard let levels = JSONMeasure.depth(of: value), levels <= limit else { throw .tooDeep }
    return JSONPointer(keys: keys)
  }

  /// Whether step `position` of `to` enters the array that the value leaves.
  private func leaves(_ container: JSONNode, at position: Int) -> Bool {
    container.isArray && from.segments.count == position + 1
      && zip(from.segments.prefix(position), to.segments).allSatisfy { $0.raw.isEqual(to: $1.raw) }
  }
}

extension JSONState {
  /// Throws if the insertion would be refused, before anything is removed.
  mutating func admit(
    _ value: JSONNode, moved from: JSONPointer, _ to: JSONPointer
  ) throws(JSONWriteError) {
    guard let node, let last = to.segments.last else { return try admit(value) }
    let landing = try JSONMove(from: from, to: to).landing(in: node, value, depth: depth)
    let isReordering = landing == from.withoutLast
    _ = try visit(landing) { (container) throws(JSONWriteError) in
      try container.admitInsertion(of: value, at: last, isMoving: isReordering)
    }
  }

  /// Removes and inserts. Within one array, patches show this as one move. If `insert` throws, the value is put
  /// back.
  mutating func recordingMove(
    _ from: JSONPointer, _ to: JSONPointer, of value: JSON,
    _ remove: (inout JSONState) throws(JSONWriteError) -> Void,
    and insert: (inout JSONState) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    let changes = document.with { $0.changes }
    let array = from.withoutLast
    guard changes.isOn, !to.isRoot, array == to.withoutLast,
      let node = node.flatMap({ array.resolve(in: $0) }), node.isArray
    else {
      try remove(&self)
      return try insert(&self)
    }
    let source = from.segments.last!.index
    let last = to.segments.last!
    let target = last.isAppend ? node.elementCount - 1 : last.index
    try changes.pausing { () throws(JSONWriteError) in try remove(&self) }
    try changes.pausing { () throws(JSONWriteError) in try insert(&self) }
    _ = visit(array) { $0.record(.moved(from: source, to: target)) }
  }
}

extension JSONState {
  /// Makes held places that disappear in a move keep their values from before the move, and not from between the
  /// removal and the insertion.
  mutating func keepingHeld(
    below top: JSONPointer?, during move: (inout JSONState) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    var places: [JSONPlace] = []
    if let top {
      _ = visit(top) { state in
        for case let place? in [state.place, state.alias] where place.object.holds.below > 0 {
          places.append(place.object)
        }
      }
    }
    guard let top, !places.isEmpty else { return try move(&self) }
    let before = places.flatMap { $0.held(in: node.flatMap { top.resolve(in: $0) }) }
    try move(&self)
    let after = places.flatMap { $0.held(in: node.flatMap { top.resolve(in: $0) }) }
    let there = Set(after.lazy.filter { $0.value != nil }.map { ObjectIdentifier($0.place) })
    for held in before where !there.contains(ObjectIdentifier(held.place)) {
      held.place.holds.last = held.value ?? held.last
    }
  }
}
