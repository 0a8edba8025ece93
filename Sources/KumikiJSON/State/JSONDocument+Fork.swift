extension JSONDocument {
  /// A copy of the document with the same identities, independent of this one from here on.
  ///
  /// The JSON is shared until one of the two is written. Observers stay with this document.
  func fork() -> JSONDocument {
    let copy = JSONDocument(borrowing: root, identifiers, amount: amount)
    copy.places.resemble(places)
    copy.shape = shape
    copy.hasRows = hasRows
    copy.hasReaderRows = hasReaderRows
    copy.changes.resemble(changes)
    copy.askReaders(asksReaders)
    copy.beginFollowing(follows ? .declared : .none)
    return copy
  }
}

extension WatchedNode {
  /// Copies what another place, and the places below it, keep.
  fileprivate func resemble(_ other: WatchedNode) {
    var stack = [(self, other)]
    while let (here, other) = stack.popLast() {
      if let slot = other.slot { here.slot = PresentationRecord(copying: slot) }
      if let rows = other.rows { here.rows = JSONRows(copying: rows) }
      here.substates = other.substates.map { $0.copy() }
      here.histories = other.histories.map { JSONHistory(copying: $0) }
      here.assigned = other.assigned
      for requirement in other.requirements { here.require(requirement.shape, requirement.step) }
      for child in other.indexed {
        withExtendedLifetime(child) { stack.append((here.makeChild(child.segment), child)) }
      }
      for (id, child) in other.rowChildren { stack.append((here.makeRowChild(id), child)) }
    }
  }
}
