/// Where rows are in a typed state: found once for all who look for one of them, until the next step.
package final class JSONRowsPlaces {
  private var table = ReuseTable<JSONRowsPlace>(capacity: 32)
  /// Those whose rows are held now.
  private var known: [JSONRowsPlace] = []

  package init() {}

  func place(at array: JSONPointer) -> JSONRowsPlace {
    let hash = array.contentHash
    if let known = table.find(hash, where: { $0.array == array }) { return table[known] }
    let place = JSONRowsPlace(array)
    table.insert(place, for: hash)
    return place
  }

  /// What is at a place now; nil where nothing is that has a type.
  func rows<State: Encodable>(
    at place: JSONRowsPlace, in state: State
  ) throws(JSONError) -> FoundValue? {
    if place.isKnown { return place.found }
    // A search from inside an `encode(to:)` does not use the shared place.
    if place.isLooking { return try JSONRowsPlace(place.array).find(in: state) }
    let found = try place.find(in: state)
    place.isKnown = true
    known.append(place)
    return found
  }

  /// To be called before each step: rows that are held here would be copied when they are written.
  package func forget() {
    guard !known.isEmpty else { return }
    for place in known { place.forget() }
    known.removeAll(keepingCapacity: true)
  }
}

/// Where one collection is.
final class JSONRowsPlace {
  fileprivate let array: JSONPointer
  private let reader: PointerReader
  fileprivate var isKnown = false
  fileprivate private(set) var isLooking = false

  fileprivate init(_ array: JSONPointer) {
    self.array = array
    reader = PointerReader(array, for: .value)
  }

  fileprivate var found: FoundValue? { reader.found }

  fileprivate func find<State: Encodable>(in state: State) throws(JSONError) -> FoundValue? {
    isLooking = true
    defer { isLooking = false }
    reader.dropValue()
    if let json = try reader.read(in: state) { json.releaseDeep() }
    return reader.found
  }

  fileprivate func forget() {
    isKnown = false
    reader.dropValue()
  }
}
