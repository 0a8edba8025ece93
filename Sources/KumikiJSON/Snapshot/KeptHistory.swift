internal import Kumiki

/// An undo history as it was at a moment. Nothing writes to it.
package struct KeptHistory {
  let at: JSONPointer
  let history: JSONHistory
}

extension JSONDocument {
  /// The histories of the present moment, outer ones first. Their steps are copied when either is written.
  var keptHistories: [KeptHistory] {
    guard changes.hasHistories else { return [] }
    return placesNow.flatMap { place, node -> [KeptHistory] in
      guard node != nil, !place.histories.isEmpty, let keys = place.keys(in: root) else {
        return []
      }
      return place.histories.map {
        KeptHistory(at: JSONPointer(keys: keys), history: JSONHistory(copying: $0))
      }
    }
  }

  /// Puts histories back into the state of their moment. One that this reducer does not have is left out.
  ///
  /// - Parameter hasSameReducer: whether this document's reducer kept them, which may have made them itself.
  func goOn(from kept: [KeptHistory], hasSameReducer: Bool) {
    var root = JSONState(self)
    var found: [(history: JSONHistory, from: KeptHistory)] = []
    for one in kept {
      _ = root.visit(one.at) { here in
        guard let history = here.history(like: one.history, orMakes: hasSameReducer) else { return }
        history.changes = one.history.changes
        history.isRestoring = true
        found.append((history, one))
      }
    }
    for (history, one) in found { _ = root.visit(one.at) { $0.show(history) } }
    for (history, one) in found {
      history.noted = one.history.noted
      history.isRestoring = false
    }
  }
}

extension JSONState {
  fileprivate mutating func history(like other: JSONHistory, orMakes: Bool) -> JSONHistory? {
    if orMakes { return history(other.places) }
    return makePlace().histories.first { $0.places.isSame(as: other.places) }
  }
}
