internal import KumikiValues

/// The indexes of rows at or below a place.
struct JSONPlaceIndexes {
  private var all: [JSONRowIndex] = []

  var isEmpty: Bool { all.isEmpty }

  /// Returns the innermost index of the running operators that satisfies a condition.
  func last(where isSearched: (JSONIndexForm) -> Bool) -> JSONRowIndex? {
    all.last { $0.steps > 0 && isSearched($0.form) }
  }

  func known(_ form: JSONIndexForm) -> JSONRowIndex? { all.first { $0.form === form } }

  mutating func make(_ form: JSONIndexForm) -> JSONRowIndex {
    let made = JSONRowIndex(form)
    all.append(made)
    return made
  }

  mutating func removeAll() { all = [] }

  /// Records a write at or below the place.
  func note(_ write: JSONWrite, _ place: JSONWritePlace) {
    for index in all { index.note(write, place) }
  }

  /// Records that a value around the rows was replaced.
  func invalidate() {
    for index in all { index.invalidate() }
  }
}
