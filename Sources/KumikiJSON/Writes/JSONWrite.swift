internal import KumikiValues

/// The effect of a write on the value at its place. Insertions and moves are recorded after they are done, other
/// writes before.
enum JSONWrite {
  /// A value was replaced, added or removed.
  case written(over: JSONNode?, by: JSONNode?)
  /// An element was inserted into the array.
  case inserted(at: Int, JSONNode)
  /// An element was removed from the array.
  case removed(at: Int, JSONNode?)
  case moved(from: Int, to: Int)
  /// A member was replaced in elements of the array. Uncounted, because a write is copied often.
  case rows(Uncounted<JSONRowsWrite>)

  /// Returns a value around the place of the write, before and after the write.
  ///
  /// - Parameters:
  ///   - value: the value at the time of recording.
  ///   - pointer: the pointer from the value to the place.
  func around(_ value: JSON, at pointer: JSONPointer) -> (before: JSON, after: JSON) {
    func changed(
      _ name: JSONPatchOperations.Name, _ path: JSONPointer, from: JSONPointer = .root,
      _ new: JSON = .null
    ) -> JSON {
      let operation = JSONPatchOperations.Operation(name: name, path: path, from: from, value: new)
      // An operation that fails has already been done, or is still to be done.
      return (try? JSONPatchOperations([operation]).applied(to: value)) ?? value
    }
    switch self {
    case .written(let old, let new):
      let isElement = value.withNode { pointer.withoutLast.resolve(in: $0)?.isArray == true }
      let having = { (node: JSONNode?) in
        guard let node else { return changed(.remove, pointer) }
        return changed(isElement ? .replace : .add, pointer, JSON(borrowing: node))
      }
      return (having(old), having(new))
    case .inserted(let index, _): return (changed(.remove, pointer.appending(index: index)), value)
    case .removed(let index, _): return (value, changed(.remove, pointer.appending(index: index)))
    case .moved(let source, let target):
      let (here, there) = (pointer.appending(index: target), pointer.appending(index: source))
      return (changed(.move, there, from: here), value)
    // Callers ask for the former value of an id. Such a write never changes an id.
    case .rows: return (value, value)
    }
  }
}

/// The place of a write, relative to a recorder further up.
///
/// Unlike `JSONSteps`, it knows the arrays and rows on its path, which the values may no longer show. Valid
/// during the write.
struct JSONWritePlace {
  /// A step down from a container.
  struct Step {
    let ref: JSONSegmentRef
    let isElement: Bool
    /// The form of the rows that contain an element, if a history needs it.
    var rows: Uncounted<JSONRowsForm>?
    /// Whether one of these rows is in its own step, during which it remains the same row.
    var isInStep = false

    @inline(__always)
    var segment: JSONPointer.Segment { ref.pointee }
  }

  /// The steps from the root, as far as they are known. Borrowed from the recorder.
  var steps = ManualArray<Step>()
  /// The depths of the recorder and of the write.
  var top = 0
  var end = 0
  /// The form of the rows at the place, if it is an array of rows.
  var rows: JSONRowsForm?
  /// The write of a whole value that may be split.
  var whole: JSONWhole?
  /// The number of first steps to skip.
  var dropped = 0

  @inline(__always)
  var count: Int { end - top - dropped }

  @inline(__always)
  subscript(index: Int) -> Step { steps[top + dropped + index] }

  /// Returns the value after the skipped steps and the first `count` of the others.
  func resolve(in root: JSONNode?, upTo count: Int) -> JSONNode? {
    var here = root
    for index in 0..<(dropped + count) {
      here = here.flatMap { steps[top + index].segment.child(of: $0) }
    }
    return here
  }

  /// Whether the first steps equal those of a pointer, up to the shorter length.
  func isAlong(_ steps: JSONSteps) -> Bool {
    (0..<min(count, steps.count)).allSatisfy { self[$0].segment.raw.isEqual(to: steps[$0].raw) }
  }
}
