/// A part of a typed state.
package struct JSONPart {
  package let value: any Encodable
  /// Whether the part may be missing later.
  package let mayVanish: Bool
}

/// Reads one place in a typed state repeatedly, and remembers the path to it.
package final class TypedPathReader {
  package enum Goal {
    /// The JSON at the place.
    case part
    /// The value at the place, not encoded.
    case value
  }

  private let address: JSONAddress
  private let first: PointerReader
  private let last: PointerReader
  private var isReading = false
  /// The last value at the place, for the goal `value`.
  private var held: (any Encodable)?
  private var heldJSON: JSON?
  private let goal: Goal
  private let places: JSONRowsPlaces?
  /// The place of the first rows of the address, shared with all other readers.
  private let place: JSONRowsPlace?

  /// - Parameter places: the known rows of the state; nil for a single read.
  package init(_ address: JSONAddress, for goal: Goal, in places: JSONRowsPlaces? = nil) {
    self.address = address
    self.goal = goal
    self.places = places
    place = address.rows.first.flatMap { places?.place(at: $0.array) }
    (first, last) = PointerReader.along(address, for: goal == .part ? .part : .value)
  }

  /// Returns the JSON at the address, a new reference; nil if it is missing.
  ///
  /// - Throws: an error for a value that cannot be written, with its place relative to the last row.
  package func part<State: Encodable>(in state: State) throws(JSONError) -> JSONNode? {
    // A read inside an `encode(to:)`, during another read, uses its own reader.
    if isReading { return try TypedPathReader(address, for: goal).part(in: state) }
    isReading = true
    defer { isReading = false }
    guard let place, let places, case .row(let row) = first.goal else {
      return try first.read(in: state)
    }
    first.reset()
    guard let rows = try places.rows(at: place, in: state) else { return nil }
    return try row.read(in: rows)
  }

  /// Keeps the current value for the time after it is removed. A value that cannot be missing is not kept.
  ///
  /// - Returns: whether the value is present.
  package func keep<State: Encodable>(in state: State) -> Bool {
    guard let found = try? part(in: state) else {
      guard last.isDone, let value = last.found.present else { return false }
      if mayVanish { (held, heldJSON) = (value, nil) }
      return true
    }
    let json = JSON(stealing: found)
    if json.isNull { return false }
    if mayVanish { (held, heldJSON) = (nil, json) }
    return true
  }

  /// Whether a value is kept.
  package var keepsSomething: Bool { held != nil || heldJSON != nil }

  /// The last value that was present, in the form in which it is kept.
  package var keptValue: (any Encodable)? { heldJSON ?? held }

  /// The last value that was present, as JSON.
  package var kept: JSON? { heldJSON ?? held.flatMap { try? JSONBridge.encode($0) } }

  private var mayVanish: Bool { !address.rows.isEmpty || first.mayVanish || last.mayVanish }

  /// Returns the value at the address; nil if it is missing or null.
  package func value<State: Encodable>(in state: State) throws(JSONError) -> JSONPart? {
    let node = try part(in: state)
    if let node {
      let json = JSON(stealing: node)
      return json.isNull ? nil : JSONPart(value: json, mayVanish: mayVanish)
    }
    guard last.isDone, let value = last.found.present else { return nil }
    return JSONPart(value: value, mayVanish: mayVanish)
  }
}
