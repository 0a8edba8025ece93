internal import KumikiValues

/// The writes of a document: their number, and the places that the running burst has written.
struct JSONBurst {
  /// Changes with each write. A value read under the current number is unchanged.
  private(set) var writes: UInt64 = 1
  /// Changes with each write that adds or removes a container or a member. A value found under the current
  /// number is still at the same place.
  private(set) var structure: UInt64 = 1
  /// The number of the current commit; `touched` lists the places written since the last one.
  private(set) var commit: UInt64 = 1
  private(set) var touched: [JSONPlace] = []
  /// The places that rows have left.
  private var departing: [JSONPlace] = []
  /// The places that were released while a reducer ran. They are removed afterwards.
  private var released: [JSONPlace] = []

  /// Records that a scalar was replaced with another.
  @inline(__always)
  mutating func noteWrite() { writes += 1 }

  /// Records that a container or a member was added or removed.
  @inline(__always)
  mutating func noteStructure() { structure += 1 }

  mutating func touch(_ place: JSONPlace) { touched.append(place) }
  mutating func release(_ place: JSONPlace) { released.append(place) }
  mutating func noteDeparting(_ place: JSONPlace) { departing.append(place) }

  /// Drops the record that some places were written.
  mutating func forgetTouched(where isForgotten: (JSONPlace) -> Bool) {
    touched.removeAll(where: isForgotten)
  }

  /// Starts another commit within the burst, after single places were marked or dropped. A later write marks all
  /// places on its path again.
  mutating func part() { commit += 1 }

  // MARK: Ending

  var hasDeparting: Bool { !departing.isEmpty }
  var hasReleased: Bool { !released.isEmpty }

  @inline(__always)
  mutating func takeTouched() -> JSONPlace? { touched.popLast() }

  mutating func takeDeparting() -> [JSONPlace] { exchange(&departing, with: []) }
  mutating func takeReleased() -> [JSONPlace] { exchange(&released, with: []) }
}
