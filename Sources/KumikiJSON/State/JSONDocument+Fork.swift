extension JSONDocument {
  /// Returns an independent copy of the document with the same presentation ids.
  ///
  /// The JSON is shared until one of the two is written. Observers stay with this document.
  func fork() -> JSONDocument {
    let copy = JSONDocument(borrowing: root, identifiers, amount: room.amount)
    copy.places.resemble(places)
    copy.shape = shape
    copy.hasRows = hasRows
    copy.hasReaderRows = hasReaderRows
    copy.changes.resemble(changes)
    copy.following.setCallsDynamicReducers(following.callsDynamicReducers)
    copy.following.begin(following.isOn ? .declared : .none)
    return copy
  }
}

extension JSONPlace {
  /// Copies the values that another place, and the places below it, keep.
  fileprivate func resemble(_ other: JSONPlace) {
    var stack = [(self, other)]
    while let (here, other) = stack.popLast() {
      if let slot = other.slot.record { here.attach(PresentationRecord(copying: slot)) }
      if let rows = other.rows.known { here.rows.known = JSONRows(copying: rows) }
      here.keepCopies(of: other.kept)
      here.assigned = other.assigned
      here.isSetUp = other.isSetUp
      for requirement in other.requirements { here.require(requirement.shape, requirement.step) }
      for child in other.indexed {
        withExtendedLifetime(child) { stack.append((here.makeChild(child.segment), child)) }
      }
      for (id, child) in other.rowChildren { stack.append((here.makeRowChild(id), child)) }
    }
  }
}
