internal import KumikiValues

// Another reducer takes over a document. Its operators' requirements are checked before anything changes, and
// the values that the former operators kept are passed on.
extension JSONDocument {
  /// Refuses a state that the operators of another reducer could not use.
  /// - Throws: an error with the place of the mismatched value.
  func check(another shape: JSONShape) throws(JSONError) {
    let visit = JSONVisit(verified: VerifiedFacts(placesNow))
    _ = try shape.taken(root, Identifiers(isCounting: false), visit)
  }

  /// Sets up the requirements of another reducer's operators, in a state that passed the check. Observers of
  /// presentations that moved or ended are notified at the burst's end.
  func adopt(_ shape: JSONShape) {
    let before = placesNow
    let presented = PresentationsAt(currentPresentations)
    let listed = before.filter { $0.place.holds.listings > 0 }.map {
      ($0.place, idKey(ofRowsAt: $0.place))
    }
    // If the new reducer does not have a history, the next snapshot would bring its counts back.
    for (place, _) in before {
      place.dropHistories()
      place.indexes.removeAll()
    }
    let former = JSONFormer(before.map(\.place), presenting: presented)
    self.former = former
    self.shape = shape
    adoptions += 1
    hasReaderRows = false
    var root = JSONState(self)
    places.require(shape, 0)
    // The check has already found every failure.
    try? shape.setUp(&root)
    for (place, _) in before { adoptKept(place, former) }
    self.former = nil
    // A row that no operator finds any more is gone for its scoped stores. Done first: it was not written.
    for (place, node) in before where place.keys(in: self.root) == nil {
      place.keepLast(node, becoming: nil)
    }
    for (place, _) in before {
      let (hasSlot, hasInside) = former.changes(at: place)
      if hasSlot || hasInside { notifyObservers(place) }
      if hasInside { place.forEachBelow { notifyObservers($0) } }
    }
    // Rows known only to a dynamic reducer's operators may have no index that would show a different key.
    for (place, key) in listed where idKey(ofRowsAt: place) != key { notifyObservers(place) }
    for (place, _) in before.reversed() { place.prune() }
    burst.part()
  }

  private func idKey(ofRowsAt place: JSONPlace) -> JSONCase? {
    place.keys(in: root).map { layout.rows(at: $0)?.form?.idKey ?? JSONPathForm.id }
  }

  /// Passes on values kept for a place of a dynamic reducer's operators, which have no requirements.
  private func adoptKept(_ place: JSONPlace, _ former: JSONFormer) {
    guard former.hasMore(of: place), let keys = place.keys(in: root) else { return }
    let options = place.slot.here == nil ? layout.slotOptions(at: keys) : nil
    let form = !place.rows.isAny ? layout.rows(at: keys)?.form : nil
    let kinds = layout.substates(at: keys).filter { $0.1 == keys.count }.map(\.0)
    var root = JSONState(self)
    root.reach(JSONPointer(keys: keys)) { here in
      if let options { _ = here.makeSlot(options) }
      if let form { _ = here.indexUnrequiredRows(form) }
      for kind in kinds where former.substate(kind, of: place) != nil {
        _ = try? here.substate(kind)
      }
    }
  }

  /// Notifies the observers of exactly this place. After a write, places above would be notified too.
  private func notifyObservers(_ place: JSONPlace) {
    burst.noteWrite()
    place.mark(&burst)
    // Inside a row, a place by the row's index may be observed too.
    guard hasRows, let keys = place.keys(in: root),
      let alias = places.existing(JSONPointer(keys: keys)), alias !== place
    else { return }
    alias.mark(&burst)
  }

  /// The places of this document with their values, outer places first.
  var placesNow: [(place: JSONPlace, node: JSONNode?)] {
    var found: [(place: JSONPlace, node: JSONNode?)] = [(places, root)]
    var next = 0
    while next < found.count {
      let (place, node) = found[next]
      next += 1
      for child in place.indexed {
        found.append((child, node.flatMap { child.member(of: $0) }))
      }
      for (id, child) in place.rowChildren {
        found.append((child, place.rows.index(of: id, in: node).flatMap { node?.element($0) }))
      }
    }
    return found
  }
}

extension VerifiedFacts {
  convenience init(_ places: [(place: JSONPlace, node: JSONNode?)]) {
    self.init()
    for case (let place, let node?) in places {
      let isKnown = place.rows.known.map { $0.isRequired && (!$0.isPath || $0.isLong) } ?? false
      note(isKnown ? place.rows.known?.form : nil, place.kept.substates, in: node)
    }
  }
}
