internal import CJansson

/// Whether a value can be added at its new place once it has been taken from its old one.
struct JSONMove {
  private let from: JSONPointer
  private let to: JSONPointer

  init(_ from: JSONPointer, _ to: JSONPointer) {
    self.from = from
    self.to = to
  }

  /// Checks against the tree without the value: in the array that it leaves, later elements move up by
  /// one.
  func check(in root: JSONNode, _ value: JSONNode, depth: Int) throws(JSONWriteError) {
    let steps = to.segments
    guard let last = steps.last else { return }
    var container = root
    for position in 0..<(steps.count - 1) {
      let shift = isShifted(at: position, container) ? 1 : 0
      let next =
        shift == 0
        ? steps[position].child(of: container)
        : json_array_get(container, steps[position].index + shift)
      guard let next, next.isContainer else { throw .notFound }
      container = next
    }
    if container.pointee.type == JSON_ARRAY, !last.isAppend {
      let count = json_array_size(container) - (leaves(container, at: steps.count - 1) ? 1 : 0)
      guard (0...count).contains(last.index) else { throw .notFound }
    } else if !container.isContainer {
      throw .notFound
    }
    let limit = JSONLimits.standard.depth - depth - steps.count
    guard let levels = JSONMeasure.depth(of: value), levels <= limit else { throw .tooDeep }
  }

  /// Where `to` leads before the value has left its place.
  func landing(in root: JSONNode) -> JSONPointer {
    var keys = to.keys
    var container = root
    for position in 0..<max(keys.count - 1, 0) {
      if isShifted(at: position, container) {
        keys[position] = "\(to.segments[position].index + 1)"
      }
      guard let next = JSONPointer(keys: [keys[position]]).resolve(in: container) else { break }
      container = next
    }
    return JSONPointer(keys: keys)
  }

  private func isShifted(at position: Int, _ container: JSONNode) -> Bool {
    leaves(container, at: position)
      && to.segments[position].index >= from.segments[position].index
  }

  /// The value leaves the array that step `position` of `to` looks into.
  private func leaves(_ container: JSONNode, at position: Int) -> Bool {
    container.pointee.type == JSON_ARRAY && from.segments.count == position + 1
      && zip(from.segments.prefix(position), to.segments).allSatisfy {
        UnsafeRawBufferPointer(start: $0.bytes, count: $0.count).isEqual(
          to: UnsafeRawBufferPointer(start: $1.bytes, count: $1.count))
      }
  }
}

extension JSONState {
  /// Throws where the insertion would be refused, before anything was removed.
  func admitMoved(
    _ value: JSONNode, _ from: JSONPointer, _ to: JSONPointer
  ) throws(JSONWriteError) {
    var root = self
    guard let node, let last = to.segments.last else { return try admit(value) }
    let landing = JSONMove(from, to).landing(in: node).withoutLast
    let isReordering = landing == from.withoutLast
    var failure: JSONWriteError?
    _ = root.descend(landing) { container in
      do throws(JSONWriteError) {
        try container.admitInsertion(of: value, at: last, isThere: isReordering)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Removes and inserts. Within one array patches show this as one move.
  mutating func recordingMove(
    _ from: JSONPointer, _ to: JSONPointer,
    _ remove: (inout JSONState) throws(JSONWriteError) -> Void,
    and insert: (inout JSONState) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    guard document._withUnsafeGuaranteedRef({ $0.changes.isOn }), !to.isRoot,
      let array = Optional(from.withoutLast), array == to.withoutLast,
      let node = node.flatMap({ array.resolve(in: $0) }), node.pointee.type == JSON_ARRAY
    else {
      try remove(&self)
      return try insert(&self)
    }
    let changes = document._withUnsafeGuaranteedRef { $0.changes }
    let source = from.segments.last!.index
    let last = to.segments.last!
    let target = last.isAppend ? json_array_size(node) - 1 : last.index
    var failure: JSONWriteError?
    var isRemoved = false
    changes.pausing {
      do throws(JSONWriteError) {
        try remove(&self)
        isRemoved = true
        try insert(&self)
      } catch {
        failure = error
      }
    }
    if isRemoved {
      let isMoved = failure == nil
      _ = descend(array) { array in
        array.record {
          if isMoved { $0.moved($1, from: source, to: target) } else { $0.removed($1, at: source) }
        }
      }
    }
    if let failure { throw failure }
  }
}
