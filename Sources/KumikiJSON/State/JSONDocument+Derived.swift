package import KumikiValues

// The inputs of derived values in a document: places, each of which records when it was last written.
extension JSONDocument {
  /// Changes with each write.
  package var stateVersion: UInt64 { burst.writes }

  /// Returns the part at an address as an input of a derived value.
  package func input(_ address: JSONAddress) -> any DerivedInput {
    JSONPlaceInput(place(at: address), in: self)
  }

  /// Records that the derived value being computed reads the part at an address.
  package func note(_ address: JSONAddress, for node: DerivedNode) {
    let place = place(at: address)
    node.note(ObjectIdentifier(place)) { JSONPlaceInput(place, in: self) }
  }
}

private final class JSONPlaceInput: DerivedInput {
  private let place: JSONPlace
  private let document: JSONDocument
  /// The commit in which the place was read. Earlier and later writes in one commit are not distinguished, which
  /// makes the value stale once too often, and only if it is computed within a burst.
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

  func observers(in _: ObserverList) -> ObserverGroup? {
    document.mayBeObserved = true
    return place.observers.make()
  }
}
