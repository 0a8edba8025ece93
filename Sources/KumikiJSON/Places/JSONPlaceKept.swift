internal import KumikiValues

/// The values that are kept for a place in addition to its JSON, and end with it.
struct JSONPlaceKept {
  /// The typed states that features in another language keep here.
  fileprivate(set) var substates: [any TypedSubstate] = []
  /// The undo histories of parts of the value here.
  fileprivate(set) var histories: [JSONHistory] = []

  var isEmpty: Bool { substates.isEmpty && histories.isEmpty }

  func substate(_ kind: TypedSubstateKind) -> (any TypedSubstate)? {
    substates.first { $0.kind === kind }
  }
}

extension JSONPlace {
  func keep(_ substate: any TypedSubstate) { keep(kept.substates + [substate], kept.histories) }
  func keep(_ history: JSONHistory) { keep(kept.substates, kept.histories + [history]) }
  func dropSubstates() { if !kept.substates.isEmpty { keep([], kept.histories) } }
  func dropHistories() { if !kept.histories.isEmpty { keep(kept.substates, []) } }

  /// Keeps copies of the values of another place.
  func keepCopies(of other: JSONPlaceKept) {
    keep(other.substates.map { $0.copy() }, other.histories.map { JSONHistory(copying: $0) })
  }

  private func keep(_ substates: [any TypedSubstate], _ histories: [JSONHistory]) {
    // Released at the end, because releasing the state of a feature may run code of the program.
    let before = kept
    kept = JSONPlaceKept(substates: substates, histories: histories)
    withExtendedLifetime(before) { noteKept() }
    if !histories.isEmpty { keeping.insert(withHistories: self) }
  }
}
