internal import Kumiki

/// A write to a state, as histories and observers of changes record it.
enum JSONWrite {
  /// A value was replaced, added or removed.
  case written(over: JSONNode?, by: JSONNode?)
  /// An element was inserted into the array.
  case inserted(at: Int)
  /// An element was removed from the array.
  case removed(at: Int, JSONNode?)
  case moved(from: Int, to: Int)
}

/// The steps from one place of a state down to another.
struct JSONWay {
  /// The last step first, since a cursor knows the way up.
  let up: [JSONChanges.Step]
  /// The rows at the end of the way, if it ends in an array of rows.
  var rows: Uncounted<JSONRows>?
  /// How many of the first steps to skip.
  var dropped = 0

  var count: Int { up.count - dropped }

  subscript(index: Int) -> JSONChanges.Step { up[up.count - 1 - dropped - index] }

  /// The value after the skipped steps and the first `count` of the others.
  func resolve(in root: JSONNode?, upTo count: Int) -> JSONNode? {
    var here = root
    for index in 0..<(dropped + count) {
      here = here.flatMap { up[up.count - 1 - index].segment.child(of: $0) }
    }
    return here
  }
}
