internal import CJansson

extension JSONState {
  /// Makes the slots, rows and paths known that a reader's reducer has here, before it runs: what it
  /// does with them holds from its first action on. What is inside of rows and of recursions is made
  /// known by the actions that go there, as work goes as deep as the action and not as the state.
  ///
  /// - Returns: the mistake in a state that cannot be the reducer's.
  mutating func makePlaces(of shape: JSONShape) -> JSONError? {
    let visitor = JSONShape.Visitor(
      slot: { slot, options in _ = slot.makeSlot(options) },
      rows: { (array, form) throws(JSONError) in
        guard array.rows == nil else { return }
        let rows = array.makeRows(form)
        guard let node = array.node, let twin = rows.twin(in: node) else { return }
        throw JSONError(.decode, path: array.path, message: "two rows have the id \(twin)")
      },
      cell: { _, _ in }, entersAll: false)
    do throws(JSONError) {
      try shape.visit(&self, visitor)
      return nil
    } catch {
      return error
    }
  }
}
