internal import KumikiValues

extension JSONDocument {
  /// Checks the operators' requirements for the first state, and sets them up before the first action.
  ///
  /// - Parameter fillsIn: whether missing members of the state get their defaults.
  /// - Throws: an error with the place of a value that an operator could not use.
  package func declare(_ shape: JSONShape, fillsIn: Bool = true) throws(JSONError) {
    if !fillsIn {
      try check(another: shape)
    } else if let whole = try shape.taken(root, identifiers) {
      let size = try JSONMeasure.check(whole.node, limits: room.limits)
      room.amount = JSONAmount(values: size.nodes, of: whole.node, room.limits)
      replaceRoot(whole.retained())
    }
    var root = JSONState(self)
    places.require(shape, 0)
    self.shape = shape
    try shape.setUp(&root, JSONVisit(mustRead: fillsIn))
    if fillsIn { noteWhole() }
    // The entries of plain paths were made during the set-up.
    do throws(JSONExcess) { try room.limits.admit(room.amount) } catch {
      throw room.limits.failure(error)
    }
    // No observer is notified of the first state; later writes belong to another burst.
    endBurst()
  }

  /// Returns the current slot at a pointer; nil if no operator presents there.
  package func slot(at pointer: JSONPointer) -> PresentationRecord? {
    makeUnrequiredSlot(at: pointer)
    var root = JSONState(self)
    var slot: PresentationRecord?
    let isReached = root.reach(pointer) { cursor in
      if let place = cursor.place { reconcileSlot(of: place.object, cursor.node) }
      slot = cursor.slot
    }
    if isReached { return slot }
    // If the containers around the slot are missing, nothing is presented.
    slot = places.existing(pointer)?.slot.record
    slot?.end()
    return slot
  }

  /// Makes the slot at a pointer if it belongs to a reducer chosen by a dynamic reducer and was not reached
  /// before. The rows on the path are indexed first, because values inside rows are found by the rows' ids.
  private func makeUnrequiredSlot(at pointer: JSONPointer) {
    var root = JSONState(self)
    var isMissing = false
    root.reach(pointer) { isMissing = $0.slotHere == nil }
    if !isMissing { return }
    let (keys, layout) = (pointer.keys, layout)
    guard let options = layout.slotOptions(at: keys) else { return }
    for (count, form) in layout.rowForms(on: keys) {
      root.reach(JSONPointer(keys: Array(keys[..<count]))) { $0.makeRows(in: form) }
    }
    root.reach(pointer) { _ = $0.makeSlot(options) }
  }
}
