internal import KumikiValues

/// The places of a state that keep something that a snapshot has: a presentation, the state of a feature in another
/// language, a history. So that a snapshot does not look at all places, of which each row may have some.
final class KeepingPlaces {
  /// Each takes itself out when it goes.
  private var listed: [ObjectIdentifier: Uncounted<JSONPlace>] = [:]
  /// Of these the ones with histories, since each row may have something else.
  private var histories: [ObjectIdentifier: Uncounted<JSONPlace>] = [:]

  func insert(_ place: JSONPlace) { listed[ObjectIdentifier(place)] = Uncounted(place) }

  func remove(_ place: JSONPlace) {
    listed[ObjectIdentifier(place)] = nil
    histories[ObjectIdentifier(place)] = nil
  }

  /// Lists a place that has histories.
  func insert(withHistories place: JSONPlace) {
    histories[ObjectIdentifier(place)] = Uncounted(place)
  }

  /// The places at and below one that have histories.
  func withHistories(below top: JSONPlace) -> [JSONPlace] {
    histories.values.map(\.object).filter { place in
      sequence(first: place) { $0.parentHere?.object }.contains { $0 === top }
    }
  }

  /// The places with their keys and values, outer ones first. One in a row that is not there has none.
  func find(in root: JSONNode) -> [(place: JSONPlace, keys: [String], node: JSONNode?)] {
    listed.values.compactMap { listed in
      let place = listed.object
      return place.find(in: root).map { (place, $0.keys, $0.node) }
    }
    .sorted {
      $0.keys.count == $1.keys.count
        ? $0.keys.lexicographicallyPrecedes($1.keys) : $0.keys.count < $1.keys.count
    }
  }
}
