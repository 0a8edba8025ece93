internal import Kumiki

/// A write, as it is noted.
enum JSONWrite {
  /// A value was replaced, added or removed.
  case written(over: JSONNode?, by: JSONNode?)
  /// An element came to the array.
  case inserted(at: Int)
  /// An element left the array.
  case removed(at: Int, JSONNode?)
  case moved(from: Int, to: Int)
}

/// The steps from one place of a state down to another.
struct JSONWay {
  /// The last step first, since a cursor knows the way up.
  let up: [JSONChanges.Step]
  /// Where the way ends in an array of rows: those.
  var rows: Uncounted<JSONRows>?
  /// So many of the first steps are left out.
  var dropped = 0

  var count: Int { up.count - dropped }

  subscript(index: Int) -> JSONChanges.Step { up[up.count - 1 - dropped - index] }

  /// What some steps lead to, those that are left out and the first of the others.
  func resolve(in root: JSONNode?, upTo count: Int) -> JSONNode? {
    var here = root
    for index in 0..<(dropped + count) {
      here = here.flatMap { up[up.count - 1 - index].segment.child(of: $0) }
    }
    return here
  }
}
