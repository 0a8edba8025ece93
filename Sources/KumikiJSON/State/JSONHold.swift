internal import KumikiValues

extension JSONDocument {
  /// Keeps the last value at an address after it is gone, as long as the result is held.
  package func hold(_ address: JSONAddress) -> JSONHold { JSONHold(place(at: address), in: self) }
}

/// Keeps the last value of a place: its value when it was removed or became null.
///
/// Nothing is held while the value exists, so no write has to copy it.
package final class JSONHold {
  private let place: JSONPlace
  private let document: JSONDocument

  fileprivate init(_ place: JSONPlace, in document: JSONDocument) {
    self.place = place
    self.document = document
    place.hold(1)
  }

  deinit {
    place.hold(-1)
    document.release(place)
  }

  package var last: JSON? { place.holds.last }
}
