internal import Kumiki

// What a write means for the places that it concerns.
extension WatchedNode: PresentationPlace {
  /// Marks this place as written, itself or inside.
  func touch(_ document: JSONDocument) {
    let commit = document.commit
    var place = Uncounted(self)
    while true {
      let above: Uncounted<WatchedNode>? = place.with { here in
        if here.stamp == commit { return nil }
        here.mark(document)
        return here.parentHere
      }
      guard let above else { return }
      place = above
    }
  }

  /// Marks this place and all places below as written.
  func touchSubtree(_ document: JSONDocument) {
    touch(document)
    if !indexes.isEmpty { invalidateIndexes() }
    if isLeaf { return }
    rows?.invalidate()
    forEachBelow { place in
      place.rows?.invalidate()
      if !place.indexes.isEmpty { place.invalidateIndexes() }
      if place.stamp != document.commit { place.mark(document) }
    }
  }

  private func invalidateIndexes() {
    for index in indexes { index.invalidate() }
  }

  /// Ends the presentation here and those inside; later ones here are new.
  func endSlotsBelow() {
    forgetKept()
    forEachBelow { place in
      place.slot?.forget()
      place.forgetKept()
    }
  }

  /// Forgets what is kept beside a value that is gone.
  ///
  /// - Parameter isEnd: whether the value has ended. If not, its own step may have overwritten it, and
  ///   that step can be undone.
  func forgetKept(isEnd: Bool = true) {
    substates = []
    for history in histories where isEnd || !history.isInStep { history.forget() }
  }

  /// Compares the slot here with its value, unless nothing was written since the last call.
  func reconcileSlot(_ node: JSONNode?, in document: JSONDocument) {
    guard let slot, slot.reconcile(node, document.writes, document.structure) else { return }
    touchSlotsBelow(document)
  }

  /// Marks the slots below as written, after a change in place has replaced the presentation here.
  func touchSlotsBelow(_ document: JSONDocument) {
    forEachBelow { place in
      if place.slot != nil, place.stamp != document.commit { place.mark(document) }
    }
  }

  private func mark(_ document: JSONDocument) {
    stamp = document.commit
    if isObserved { document.touched.append(self) }
  }
}
