/// A write, as it is noted.
enum JSONWrite {
  /// A value was replaced, added or removed.
  case written(over: JSONNode?)
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
  /// So many of the first steps are left out.
  var dropped = 0

  var count: Int { up.count - dropped }

  subscript(index: Int) -> JSONChanges.Step { up[up.count - 1 - dropped - index] }
}
