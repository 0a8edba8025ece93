internal import Kumiki

// The counts of histories are in the state, and are no data of a step: what differs in them alone is equal.
extension JSONState {
  /// Where counts are shown inside a part of what is here: the part's own, and those of histories in it.
  func countsShown(in part: JSONPointer) -> [JSONPointer] {
    guard let place = place?.object else { return [] }
    let root = document.with { $0.root }
    guard let here = place.keys(in: root) else { return [] }
    var found: [JSONPointer] = []
    let look = { (place: WatchedNode) in
      if place.histories.isEmpty { return }
      guard let keys = place.keys(in: root)?.dropFirst(here.count) else { return }
      for shown in place.histories.compactMap(\.places.shown) {
        let whole = JSONPointer(keys: keys + shown.keys)
        if whole.isBelow(part) {
          found.append(JSONPointer(keys: Array(whole.keys.dropFirst(part.keys.count))))
        }
      }
    }
    look(place)
    place.forEachBelow(look)
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
