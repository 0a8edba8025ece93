internal import Kumiki

// The counts of histories are in the state, and are no data of a step: what differs in them alone is equal.
extension JSONState {
  /// Whether a value that was at a place below is what is there now.
  func isEqual(_ old: JSON, at place: JSONPointer) -> Bool {
    guard let now = node.flatMap({ place.resolve(in: $0) }) else { return false }
    if old.withNode(now.isEqual) { return true }
    guard now.isContainer else { return false }
    let counts = countsShown(below: place)
    return !counts.isEmpty && old.withNode { $0.without(counts) } == now.without(counts)
  }

  /// Where counts are shown inside of what is at a place below: of a history of its own, and of those in it.
  func countsShown(below part: JSONPointer) -> [JSONPointer] {
    guard let here = place?.object, let node else { return [] }
    var found: [JSONPointer] = []
    let look = { (place: WatchedNode) in
      // A row here may have written over its own id, so it is not looked for.
      guard !place.histories.isEmpty, let keys = place.keys(in: node, from: here) else { return }
      for shown in place.histories.compactMap(\.places.shown) {
        let whole = JSONPointer(keys: keys + shown.keys)
        if whole.isBelow(part) {
          found.append(JSONPointer(keys: Array(whole.keys.dropFirst(part.keys.count))))
        }
      }
    }
    look(here)
    here.forEachBelow(look)
    return found
  }
}

extension JSONNode {
  /// The value without what is at some places.
  func without(_ pointers: [JSONPointer]) -> JSON {
    let document = JSONDocument(
      borrowing: self, Identifiers(isCounting: true), mostNodes: 0)
    var state = JSONState(document)
    // What is not there need not go.
    for pointer in pointers { try? state.remove(pointer) }
    return JSON(borrowing: document.root)
  }
}
