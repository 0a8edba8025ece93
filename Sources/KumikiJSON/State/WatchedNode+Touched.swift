internal import Kumiki

// What a write means for the places that it concerns.
extension WatchedNode {
  /// Marks this place as written, itself or something below.
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
    if isLeaf { return }
    rows?.invalidate()
    forEachBelow { place in
      place.rows?.invalidate()
      if place.stamp != document.commit { place.mark(document) }
    }
  }

  /// Ends the presentation here and those inside; the next ones there are new.
  func endSlotsBelow() {
    forgetKept()
    forEachBelow { place in
      place.slot?.forget()
      place.forgetKept()
    }
  }

  /// Forgets what is kept beside a value that has gone.
  ///
  /// - Parameter isEnd: what stood here has ended; else its own step may have written it over, and can be
  ///   taken back.
  func forgetKept(isEnd: Bool = true) {
    cells = []
    for history in histories where isEnd || !history.isInStep { history.forget() }
  }

  /// Marks the slots below as written, after a change in place has made the presentation here another one.
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
