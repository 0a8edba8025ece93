/// A place in a typed state that is looked at again and again: the way to it, and what was learnt on it.
package final class TypedPathReader {
  package enum Goal {
    /// The JSON of what is there.
    case part
    /// The value that is there, not encoded.
    case value
  }

  private let route: JSONAddress
  private let first: PointerReader
  private let last: PointerReader
  private var isReading = false
  /// What was there last, for a goal of a value.
  private var held: FoundValue?
  private var heldJSON: JSON?
  private let goal: Goal
  private let places: JSONRowsPlaces?
  /// Where the rows are that the way goes through first, for all who look there.
  private let place: JSONRowsPlace?

  /// - Parameter places: what is known of the state's rows; nil for who looks once.
  package init(_ route: JSONAddress, for goal: Goal, in places: JSONRowsPlaces? = nil) {
    self.route = route
    self.goal = goal
    self.places = places
    place = route.rows.first.flatMap { places?.place(at: $0.array) }
    (first, last) = PointerReader.along(route, for: goal == .part ? .part : .value)
  }

  /// What the way leads to, as a new reference; nil where nothing is there.
  ///
  /// - Throws: what cannot be written, with the place from the last row on.
  package func part<State: Encodable>(in state: State) throws(JSONError) -> JSONNode? {
    // A read from inside an `encode(to:)`, while this is reading, uses a reader of its own.
    if isReading { return try TypedPathReader(route, for: goal).part(in: state) }
    isReading = true
    defer { isReading = false }
    guard let place, let places, case .row(let row) = first.goal else {
      return try first.read(in: state)
    }
    first.reset()
    return try places.rows(at: place, in: state)?.read(row)
  }

  /// Keeps the value that is there now beyond the time when it is; not one that is always there.
  package func keep<State: Encodable>(in state: State) {
    guard let found = try? part(in: state) else {
      guard mayVanish, last.isDone, let value = last.value, !value.isNothing else { return }
      (held, heldJSON) = (value, nil)
      return
    }
    let json = JSON(stealing: found)
    if mayVanish, !json.isNull { (held, heldJSON) = (nil, json) }
  }

  /// There is such a value.
  package var keepsSomething: Bool { held != nil || heldJSON != nil }

  /// The last value that was there.
  package var kept: JSON? { heldJSON ?? (try? held?.encode()) ?? nil }

  private var mayVanish: Bool { !route.rows.isEmpty || first.mayVanish || last.mayVanish }

  /// The value that the way leads to; nil where there is nothing or null.
  package func value<State: Encodable>(in state: State) throws(JSONError) -> JSONPart? {
    let node = try part(in: state)
    if let node {
      let json = JSON(stealing: node)
      return json.isNull ? nil : JSONPart(value: json, mayVanish: mayVanish)
    }
    guard last.isDone, let value = last.value, !value.isNothing
    else { return nil }
    return JSONPart(value: value.boxed, mayVanish: mayVanish)
  }
}

/// The places that a program reads from C, by the text of their pointers: each way is learnt once.
package final class TypedPathReaders {
  /// The longest text that is kept.
  private static let longest = 120

  private let base: JSONAddress
  private let places: JSONRowsPlaces
  private var table = ReuseTable<(text: [UInt8], sight: TypedPathReader)>(capacity: 32)

  /// - Parameter base: what the pointers begin at.
  package init(from base: JSONAddress, in places: JSONRowsPlaces) {
    self.base = base
    self.places = places
  }

  /// - Throws: for a text that is no pointer.
  package func sight(_ text: CStringView) throws(JSONError) -> TypedPathReader {
    let bytes = text.bytes
    let hash = ContentHash.of(bytes)
    if let place = table.find(hash, where: { $0.text.withBytes { $0.isEqual(to: bytes) } }) {
      return table[place].sight
    }
    let pointer = try JSONPointer(bytes)
    let sight = TypedPathReader(base.appending(pointer), for: .part, in: places)
    if bytes.count <= Self.longest { table.insert((Array(bytes), sight), for: hash) }
    return sight
  }
}
