internal import KumikiValues

/// The places of a state that keep something for a snapshot: a presentation, the state of a feature in another
/// language, a history. Thus a snapshot need not visit all places, of which each row may have several.
final class KeepingPlaces {
  /// Each place knows its index, and removes itself when it is released.
  private var listed: [Uncounted<JSONPlace>] = []
  /// The listed places that have histories. Listed separately, because each row may keep something else.
  private var histories: [ObjectIdentifier: Uncounted<JSONPlace>] = [:]

  /// Returns the index of the place, until it is removed or moved.
  func insert(_ place: JSONPlace) -> Int {
    listed.append(Uncounted(place))
    return listed.count - 1
  }

  /// Removes the place at an index. The last place moves there.
  func remove(_ place: JSONPlace, at index: Int) {
    listed.swapAt(index, listed.count - 1)
    listed.removeLast()
    if index < listed.count { listed[index].with { $0.moveKept(to: index) } }
    if !histories.isEmpty { histories[ObjectIdentifier(place)] = nil }
  }

  /// Lists a place that has histories.
  func insert(withHistories place: JSONPlace) {
    histories[ObjectIdentifier(place)] = Uncounted(place)
  }

  /// Returns the places with histories at or below a place.
  func withHistories(below top: JSONPlace) -> [JSONPlace] {
    histories.values.map(\.object).filter { place in
      sequence(first: place) { $0.parentHere?.object }.contains { $0 === top }
    }
  }

  /// Returns the places with their keys and values, outer places first. Places in a missing row are left out.
  func find(in root: JSONNode) -> [(place: JSONPlace, keys: [String], node: JSONNode?)] {
    if listed.isEmpty { return [] }
    return listed.compactMap { listed in
      let place = listed.object
      return place.find(in: root).map { (place, $0.keys, $0.node) }
    }
    .ordered {
      $0.keys.count == $1.keys.count
        ? $0.keys.lexicographicallyPrecedes($1.keys) : $0.keys.count < $1.keys.count
    }
  }
}
