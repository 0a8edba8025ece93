internal import CJansson

extension JSONState {
  /// Makes the slots, rows and paths known that a reader's reducer has here, before it runs: what it
  /// does with them holds from its first action on.
  ///
  /// - Throws: the mistake in a state that cannot be the reducer's.
  mutating func makePlaces(of shape: JSONShape) throws(JSONError) {
    try shape.setUp(&self, .tried, JSONDescent(isMeeting: true))
  }

  /// Makes the rows here known, unless they are.
  mutating func meetNewRows(_ form: JSONRowsForm) throws(JSONError) {
    if rows != nil { return }
    if let node, node.pointee.type == JSON_ARRAY, let mismatch = form.mismatch(rows: node) {
      throw JSONError(
        mismatch.error.kind, path: path + mismatch.error.path, message: mismatch.error.message)
    }
    _ = meetRows(form)
  }
}
