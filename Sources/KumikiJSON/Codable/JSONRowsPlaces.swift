/// The places of rows in a typed state. Each is found once per step and used by all readers.
package final class JSONRowsPlaces {
  private var table = ReuseTable<JSONRowsPlace>(capacity: 32)
  /// The places whose rows are currently held.
  private var known: [JSONRowsPlace] = []

  package init() {}

  func place(at array: JSONPointer) -> JSONRowsPlace {
    let hash = array.contentHash
    if let known = table.find(hash, where: { $0.array == array }) { return table[known] }
    let place = JSONRowsPlace(array)
    table.insert(place, for: hash)
    return place
  }

  /// Returns the current value at a place; nil if no typed value is there.
  func rows<State: Encodable>(
    at place: JSONRowsPlace, in state: State
  ) throws(JSONError) -> (any Encodable)? {
    if place.isKnown { return place.found }
    // A search from inside an `encode(to:)` does not use the shared place.
    if place.isSearching { return try JSONRowsPlace(place.array).find(in: state) }
    let found = try place.find(in: state)
    place.isKnown = true
    known.append(place)
    return found
  }

  /// Drops the held rows. Must be called before each step, because writes would copy held rows.
  package func forget() {
    guard !known.isEmpty else { return }
    for place in known { place.forget() }
    known.removeAll(keepingCapacity: true)
  }
}

/// The place of one collection.
final class JSONRowsPlace {
  fileprivate let array: JSONPointer
  private let reader: PointerReader
  fileprivate var isKnown = false
  fileprivate private(set) var isSearching = false

  fileprivate init(_ array: JSONPointer) {
    self.array = array
    reader = PointerReader(array, for: .value)
  }

  fileprivate var found: (any Encodable)? { reader.found.value }

  fileprivate func find<State: Encodable>(in state: State) throws(JSONError) -> (any Encodable)? {
    isSearching = true
    defer { isSearching = false }
    reader.dropValue()
    if let json = try reader.read(in: state) { json.releaseDeep() }
    return found
  }

  fileprivate func forget() {
    isKnown = false
    reader.dropValue()
  }
}
