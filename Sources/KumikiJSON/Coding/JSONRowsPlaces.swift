internal import CJansson

/// Where rows are in a typed state: found once for all who look for one of them, until the next step.
package final class JSONRowsPlaces {
  // By hand: whoever looks holds his place, and the places hold this.
  private var places: [Unmanaged<JSONRowsPlace>] = []
  private var known: [Unmanaged<JSONRowsPlace>] = []

  package init() {}

  func place(at array: JSONPointer) -> JSONRowsPlace {
    for place in places {
      let place = place.takeUnretainedValue()
      if place.array == array { return place }
    }
    let place = JSONRowsPlace(array, self)
    places.append(.passUnretained(place))
    return place
  }

  /// To be called before each step: rows that are held here would be copied when they are written.
  package func forget() {
    guard !known.isEmpty else { return }
    for place in known { place._withUnsafeGuaranteedRef { $0.forget() } }
    known.removeAll(keepingCapacity: true)
  }

  fileprivate func note(_ place: JSONRowsPlace) { known.append(.passUnretained(place)) }

  fileprivate func leave(_ place: Unmanaged<JSONRowsPlace>) {
    places.removeAll { $0.toOpaque() == place.toOpaque() }
    known.removeAll { $0.toOpaque() == place.toOpaque() }
  }
}

/// Where one collection is.
final class JSONRowsPlace {
  fileprivate let array: JSONPointer
  private let all: JSONRowsPlaces
  private let search: EncodingSearch
  private var isKnown = false
  private var isSearching = false

  fileprivate init(_ array: JSONPointer, _ all: JSONRowsPlaces) {
    self.array = array
    self.all = all
    search = EncodingSearch(array, for: .value)
  }

  deinit { all.leave(.passUnretained(self)) }

  /// What is there now; nil where nothing is that has a type.
  func rows<State: Encodable>(in state: State) throws(JSONError) -> FoundValue? {
    if isKnown { return search.found }
    // Whoever looks from inside an `encode(to:)` looks for himself.
    if isSearching { return try Self.found(by: EncodingSearch(array, for: .value), in: state) }
    isSearching = true
    defer { isSearching = false }
    let found = try Self.found(by: search, in: state)
    isKnown = true
    all.note(self)
    return found
  }

  private static func found<State: Encodable>(
    by search: EncodingSearch, in state: State
  ) throws(JSONError) -> FoundValue? {
    search.dropValue()
    if let json = try search.run(in: state) { json.releaseDeep() }
    return search.found
  }

  fileprivate func forget() {
    isKnown = false
    search.dropValue()
  }
}
