internal import CJansson
internal import Kumiki

/// Why a write was not done. The state is as it was.
package enum JSONWriteError: Error, Equatable {
  /// The container that the pointer names is not there, or has no such element.
  case notFound
  /// The value cannot stand there: not JSON's to move into itself, or a case that is not presented.
  case invalid
  /// It would nest deeper than JSON text can carry.
  case tooDeep
  case noMemory
}

// Writes by pointer, as RFC 6902 means them. Each steals its value, also when it throws.
extension JSONState {
  /// Replaces what is at `pointer`, or adds a member to the object above it.
  package mutating func set(_ pointer: JSONPointer, stealing value: JSONNode) throws(JSONWriteError) {
    try write(pointer, value) { (target, value) throws(JSONWriteError) in
      try target.assign(stealing: value)
    }
  }

  /// RFC 6902 "add": as ``set(_:stealing:)``, but in an array it shifts, and `-` appends.
  package mutating func insert(
    _ pointer: JSONPointer, stealing value: JSONNode
  ) throws(JSONWriteError) {
    try write(pointer, value) { (target, value) throws(JSONWriteError) in
      guard let (parent, segment) = target.above, parent.pointee.node?.pointee.type == JSON_ARRAY
      else { return try target.assign(stealing: value) }
      try parent.pointee.insertElement(segment, stealing: value)
    }
  }

  package mutating func remove(_ pointer: JSONPointer) throws(JSONWriteError) {
    try reach(pointer) { (target) throws(JSONWriteError) in
      guard target.node != nil else { throw .notFound }
      guard let (parent, segment) = target.above else {
        return try target.assign(stealing: JSON.made(json_null()))
      }
      try parent.pointee.removeChild(segment)
    }
  }

  /// RFC 6902 "move": removes what is at `from` and adds it at `to`; within an array it reorders.
  package mutating func move(_ from: JSONPointer, to: JSONPointer) throws(JSONWriteError) {
    guard let value = node.flatMap({ from.resolve(in: $0) }) else { throw .notFound }
    if from == to { return }
    guard !from.isRoot, !to.isBelow(from) else { throw .invalid }
    // Asked first: a move that cannot be finished must not have begun.
    try JSONMove(from, to).check(in: node!, value, depth: depth)
    let moved = JSON(borrowing: value)
    try remove(from)
    try insert(to, stealing: moved.withNode { json_incref($0)! })
  }

  // MARK: Steps of a write

  private mutating func write(
    _ pointer: JSONPointer, _ value: JSONNode,
    _ body: (inout JSONState, JSONNode) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    let limit = JSONLimits.standard.depth - depth - pointer.segments.count
    guard let levels = JSONMeasure.depth(of: value), levels <= limit else {
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
  private mutating func reach(
    _ pointer: JSONPointer, _ body: (inout JSONState) throws(JSONWriteError) -> Void
  ) throws(JSONWriteError) {
    var failure: JSONWriteError?
    let reached: Void? = descend(pointer.segments[...]) { target in
      do throws(JSONWriteError) {
        try target.checkCase()
        try body(&target)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    guard reached != nil else {
      try reportWrongCase(pointer)
      throw .notFound
    }
  }

  /// Writes what is exactly here. At a slot this is a slot write.
  private mutating func assign(stealing value: JSONNode) throws(JSONWriteError) {
    if let (parent, segment) = above, parent.pointee.node?.pointee.type == JSON_ARRAY,
      segment.child(of: parent.pointee.node!) == nil
    {
      value.releaseDeep()
      throw .notFound
    }
    guard put(stealing: value) else { throw .noMemory }
    changed(below: true)
    slot?.assigned(value)
  }

  private mutating func insertElement(
    _ segment: JSONPointer.Segment, stealing value: JSONNode
  ) throws(JSONWriteError) {
    guard let count = node.map({ json_array_size($0) }),
      segment.isAppend || (0...count).contains(segment.index)
    else {
      value.releaseDeep()
      throw .notFound
    }
    guard let array = unique() else {
      value.releaseDeep()
      throw .noMemory
    }
    guard json_array_insert_new(array, segment.isAppend ? count : segment.index, value) == 0 else {
      throw .noMemory
    }
    changed(below: true)
  }

  private mutating func removeChild(_ segment: JSONPointer.Segment) throws(JSONWriteError) {
    guard let container = unique(), let old = segment.child(of: container) else { throw .noMemory }
    json_incref(old)
    if container.pointee.type == JSON_OBJECT {
      json_object_deln(container, segment.bytes, segment.count)
      let removed = place?.takeUnretainedValue().child(segment)
      document._withUnsafeGuaranteedRef { document in
        removed?.touchSubtree(document)
        removed?.slot?.assigned(nil)
      }
    } else {
      json_array_remove(container, segment.index)
    }
    changed(below: container.pointee.type == JSON_ARRAY)
    old.releaseDeep()
  }

  /// Notes that what is here was written; `below`: and all that was below it.
  func changed(below: Bool) {
    var cursor = self
    while cursor.place == nil, let (parent, _) = cursor.above { cursor = parent.pointee }
    let isHere = place != nil
    document._withUnsafeGuaranteedRef { document in
      cursor.place?._withUnsafeGuaranteedRef {
        if isHere && below { $0.touchSubtree(document) } else { $0.touch(document) }
      }
    }
  }
}

extension JSONPointer {
  /// True where this place is inside the other.
  fileprivate func isBelow(_ other: JSONPointer) -> Bool {
    segments.count > other.segments.count
      && zip(segments, other.segments).allSatisfy { $0.count == $1.count && $0.text == $1.text }
  }
}
