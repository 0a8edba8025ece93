package import KumikiValues

// What a value is derived from in a document: places, each of which knows when it was last written.
extension JSONDocument {
  /// Changes with each write.
  package var moment: UInt64 { burst.writes }

  /// The part at an address as an input of a derived value.
  package func input(_ address: JSONAddress) -> any DerivedInput {
    JSONPlaceInput(place(at: address), in: self)
  }

  /// Notes that the part at an address is read by a derived value that is being computed.
  package func note(_ address: JSONAddress, for node: DerivedNode) {
    let place = place(at: address)
    node.note(ObjectIdentifier(place)) { JSONPlaceInput(place, in: self) }
  }
}

private final class JSONPlaceInput: DerivedInput {
  private let place: JSONPlace
  private let document: JSONDocument
  /// The commit in which it was read. What was written earlier in this commit is not told from what came
  /// after, which makes the value stale once too often, and only if it is computed within a burst.
  private let commit: UInt64

  init(_ place: JSONPlace, in document: JSONDocument) {
    self.place = place
    self.document = document
    commit = document.burst.commit
    place.observers.readers += 1
  }

  deinit {
    place.observers.readers -= 1
    document.release(place)
  }

  var identity: ObjectIdentifier { ObjectIdentifier(place) }

  func hasChanged() -> Bool { place.stamp >= commit }

  func observers(in _: ObserverList) -> ObserverGroup? { place.observers.make() }
}
