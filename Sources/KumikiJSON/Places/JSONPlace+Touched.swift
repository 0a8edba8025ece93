internal import KumikiValues

// The effect of a write on the places that it reaches.
extension JSONPlace {
  /// Marks this place and the places above as written.
  func touch(_ burst: inout JSONBurst) {
    let commit = burst.commit
    var place = Uncounted(self)
    while true {
      let above: Uncounted<JSONPlace>? = place.with { here in
        if here.stamp == commit { return nil }
        here.mark(&burst)
        return here.parentHere
      }
      guard let above else { return }
      place = above
    }
  }

  /// Marks this place and all places below as written.
  @inline(never)
  func touchSubtree(_ burst: inout JSONBurst) {
    touch(&burst)
    if !indexes.isEmpty { indexes.invalidate() }
    if isLeaf { return }
    rows.known?.invalidate()
    forEachBelow { place in
      place.rows.known?.invalidate()
      if !place.indexes.isEmpty { place.indexes.invalidate() }
      if place.stamp != burst.commit { place.mark(&burst) }
    }
  }

  /// Drops the values kept for a value that is gone.
  ///
  /// - Parameter isEnd: whether the value has ended. If not, its own step may have overwritten it, and that step
  ///   can be undone.
  func forgetKept(isEnd: Bool = true) {
    dropSubstates()
    for history in kept.histories where isEnd || !history.isInStep { history.forget() }
  }

  /// Marks the slots below as written, after a change in place has replaced the presentation here.
  func touchSlotsBelow(_ burst: inout JSONBurst) {
    forEachBelow { place in
      if place.slot.here != nil, place.stamp != burst.commit { place.mark(&burst) }
    }
  }

  /// Marks only this place as written.
  func mark(_ burst: inout JSONBurst) {
    stamp = burst.commit
    if isObserved { burst.touch(self) }
  }
}
