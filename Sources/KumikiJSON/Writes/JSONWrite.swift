internal import KumikiValues

/// What a write does to the value at its place, as a recorder of writes is told it: an insertion and a move once they
/// are done, the others before.
enum JSONWrite {
  /// A value was replaced, added or removed.
  case written(over: JSONNode?, by: JSONNode?)
  /// An element was inserted into the array.
  case inserted(at: Int, JSONNode)
  /// An element was removed from the array.
  case removed(at: Int, JSONNode?)
  case moved(from: Int, to: Int)

  /// A value around the place of the write, before it and after it.
  ///
  /// - Parameters:
  ///   - value: as it is when the write is noted.
  ///   - pointer: from there to the place.
  func around(_ value: JSON, at pointer: JSONPointer) -> (before: JSON, after: JSON) {
    func changed(
      _ name: JSONPatchOperations.Name, _ path: JSONPointer, from: JSONPointer = .root,
      _ new: JSON = .null
    ) -> JSON {
      let operation = JSONPatchOperations.Operation(name: name, path: path, from: from, value: new)
      // What cannot be done has been done, or is still to be done.
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
    }
  }
}

/// The place of a write, seen from a recorder further up.
///
/// Unlike `JSONSteps`, it knows the arrays and rows on the way, which the values may no longer tell. Valid
/// during the write.
struct JSONWritePlace {
  /// A step down from a container.
  struct Step {
    let segment: JSONPointer.Segment
    let isElement: Bool
    /// For an element, if a history asks: the form of the rows that contain it.
    var rows: Uncounted<JSONRowsForm>?
    /// Whether one of these rows is in its own step, in which it stays the row that it is.
    var isInStep = false
  }

  /// The last step first, since a cursor knows the way up.
  let up: [Step]
  /// The form of the rows at the place, if it is an array of rows.
  var rows: JSONRowsForm?
  /// The write of a whole value, to be taken apart.
  var whole: JSONWhole?
  /// How many of the first steps to skip.
  var dropped = 0

  var count: Int { up.count - dropped }

  subscript(index: Int) -> Step { up[up.count - 1 - dropped - index] }

  /// The value after the skipped steps and the first `count` of the others.
  func resolve(in root: JSONNode?, upTo count: Int) -> JSONNode? {
    var here = root
    for index in 0..<(dropped + count) {
      here = here.flatMap { up[up.count - 1 - index].segment.child(of: $0) }
    }
    return here
  }

  /// Whether the first steps are those of a pointer, as far as both go.
  func isAlong(_ steps: JSONSteps) -> Bool {
    (0..<min(count, steps.count)).allSatisfy { self[$0].segment.raw.isEqual(to: steps[$0].raw) }
  }
}
