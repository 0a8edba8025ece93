internal import KumikiValues

/// An undo history at one point in time. It is never written.
package struct KeptHistory {
  let at: JSONPointer
  let history: JSONHistory

  /// Identifies the history. Compared by bytes.
  var name: [[UInt8]] {
    let places = history.places
    let texts = [at.text, places.part.text, places.shown?.text ?? ""] + places.words.map(\.name)
    return texts.map { Array($0.utf8) }
  }

  /// Whether the history is unchanged since it was `other`, except for the time that has passed.
  func isSame(as other: KeptHistory) -> Bool {
    let (now, then) = (history, other.history)
    return now.noted.isSame(as: then.noted) && now.changes.dropped == then.changes.dropped
      && now.changes.joiningNext.lastKey == then.changes.joiningNext.lastKey
      && now.changes.joiningNext.group == then.changes.joiningNext.group
      && Self.isSame(now.changes.keptUndo, then.changes.keptUndo)
      && Self.isSame(now.changes.keptRedo, then.changes.keptRedo)
  }

  /// Whether two lists of steps have the same length and the same last step.
  private static func isSame(_ now: [KeptStep], _ then: [KeptStep]) -> Bool {
    guard now.count == then.count, let last = now.last, let other = then.last else {
      return now.count == then.count
    }
    return last.label == other.label && last.change.isSame(as: other.change)
  }

  /// Returns the path to a place from the state, with "-" for an element, whose index may have been different.
  func path(of place: Int32) -> String {
    let keys = history.noted.formerKeys(place)
    return at.text + history.places.part.text + JSONPointer(keys: keys).text
  }
}

extension JSONUndoStep {
  /// Whether the step has the same writes as another step, with the same values.
  func isSame(as other: JSONUndoStep) -> Bool {
    serial == other.serial && entries.count == other.entries.count
      && zip(entries, other.entries).allSatisfy { $0.isSame(as: $1) }
  }
}

extension JSONDocument {
  /// The current histories, outer ones first. The copies share their steps until one is written.
  var keptHistories: [KeptHistory] {
    guard changes.hasHistories else { return [] }
    return keepingPlaces.flatMap { place, keys, node -> [KeptHistory] in
      if node == nil { return [] }
      return place.kept.histories.filter { !$0.isEmpty }.map {
        KeptHistory(at: JSONPointer(keys: keys), history: JSONHistory(copying: $0))
      }
    }
  }

  /// Puts a snapshot's histories back into the snapshot's state. They are left out if the snapshot was made by a
  /// reducer with a different description, because their places may have a different meaning now.
  func restoreHistories(of snapshot: JSONSnapshot, at clock: UInt64) {
    if snapshot.histories.isEmpty || !wasMadeHere(snapshot) { return }
    // A reducer chosen by a dynamic reducer makes its history when an action reaches it.
    let makes = isMaker(of: snapshot) || shape.has(.mayChoose)
    var root = JSONState(self)
    var found: [(history: JSONHistory, from: KeptHistory)] = []
    for one in snapshot.histories {
      root.reach(one.at) { here in
        guard let history = here.history(like: one.history, orMakes: makes) else { return }
        history.changes = one.history.changes
        history.changes.move(by: clock &- snapshot.clock)
        history.isRestoring = true
        found.append((history, one))
      }
    }
    for (history, one) in found { root.reach(one.at) { $0.show(history) } }
    for (history, one) in found {
      history.noted = one.history.noted
      history.isRestoring = false
    }
  }

  /// Whether a snapshot was made by this document's reducer, or by a reducer with the same description.
  private func wasMadeHere(_ snapshot: JSONSnapshot) -> Bool {
    if isMaker(of: snapshot) { return true }
    guard let hash = snapshot.hash else { return false }
    return hash == (try? shape.hash)
  }

  func isMaker(of snapshot: JSONSnapshot) -> Bool {
    snapshot.maker.map { $0 === shape.name.object } ?? false
  }
}

extension JSONState {
  fileprivate mutating func history(like other: JSONHistory, orMakes: Bool) -> JSONHistory? {
    // A history that an operator has made knows more than a saved one.
    let known = makePlace().kept.histories.first { $0.places.isSame(as: other.places) }
    return known ?? (orMakes ? history(other.places) : nil)
  }
}
