internal import Kumiki

/// What a write did to the value at its place, as a recorder of writes is told it.
enum JSONWrite {
  /// A value was replaced, added or removed.
  case written(over: JSONNode?, by: JSONNode?)
  /// An element was inserted into the array.
  case inserted(at: Int)
  /// An element was removed from the array.
  case removed(at: Int, JSONNode?)
  case moved(from: Int, to: Int)
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
