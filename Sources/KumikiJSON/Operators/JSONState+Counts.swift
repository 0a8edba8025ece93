internal import KumikiValues

// Counts of histories are part of the state but not data of a step. Values that differ only in counts are equal.
extension JSONState {
  /// Whether the former value at a place below equals the current value.
  func isEqual(_ old: JSON, at place: JSONPointer) -> Bool {
    guard let now = node.flatMap({ place.resolve(in: $0) }) else { return false }
    if old.withNode(now.isEqual) { return true }
    guard now.isContainer else { return false }
    let counts = countsShown(below: place)
    return !counts.isEmpty && old.withNode { $0.without(counts) } == now.without(counts)
  }

  /// Returns the places of counts in the value at a place below, of its own history and of those inside.
  func countsShown(below part: JSONPointer) -> [JSONPointer] {
    guard let here = place?.object, let node else { return [] }
    var found: [JSONPointer] = []
    for place in here.keeping.withHistories(below: here) {
      // A row here may have overwritten its own id, so the row is not searched by id.
      guard let keys = place.keys(in: node, from: here) else { continue }
      for shown in place.countsShown {
        let whole = JSONPointer(keys: keys + shown.keys)
        if whole.isBelow(part) {
          found.append(JSONPointer(keys: Array(whole.keys.dropFirst(part.keys.count))))
        }
      }
    }
    return found
  }
}

extension JSONNode {
  /// Returns the value without the values at some places.
  func without(_ pointers: [JSONPointer]) -> JSON {
    let document = JSONDocument(
      borrowing: self, Identifiers(isCounting: true), amount: .none)
    var state = JSONState(document)
    // A missing value need not be removed.
    for pointer in pointers { try? state.remove(pointer) }
    return JSON(borrowing: document.root)
  }
}

extension JSONStepPlaces {
  /// Whether a place that a step replaced has a different value now.
  /// - Parameters:
  ///   - excluded: places of the part to ignore, inside a value or around it.
  ///   - lasting: the place of the part, for ignoring transient members.
  @inline(never)
  func isDifferent(
    _ entry: JSONUndoStep.Entry, in part: JSONNode, without excluded: [JSONPointer] = [],
    _ lasting: JSONTransient.Place? = nil
  ) -> Bool {
    guard let keys = keys(entry.place) else { return false }
    let place = JSONPointer(keys: keys)
    if excluded.contains(where: { $0 == place || place.isBelow($0) }) { return false }
    guard let now = place.resolve(in: part) else {
      if case .value = entry.before { return true }
      return false
    }
    switch entry.before {
    case .untouched: return false
    case .nothing: return true
    case .value(let old):
      if old.withNode(now.isEqual) { return false }
      let inside = excluded.filter { $0.isBelow(place) }
        .map { JSONPointer(keys: Array($0.keys.dropFirst(keys.count))) }
      if inside.isEmpty, lasting == nil { return true }
      let (then, here) = (old.withNode { $0.without(inside) }, now.without(inside))
      return then != lasting.flatMap { $0.inside(place) }.of(here)
    }
  }
}
