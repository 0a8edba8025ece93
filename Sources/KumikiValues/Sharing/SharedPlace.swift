/// One of the engine's own keys. References of several types may share its place.
package protocol SharedPlace: SharedReaderKey {
  /// Identifies the place for all references that share it.
  var placeID: SharedPlaceID { get }
  /// The storage of the value, if other processes can change it: a file.
  var medium: (any SharedMedium)? { get }
  /// Retains a reference for as long as the place exists.
  func keep(_ reference: AnyObject)
}

extension SharedPlace {
  package var medium: (any SharedMedium)? { nil }
  package func keep(_ reference: AnyObject) {}
}

/// Holds shared values that other processes also read and change.
package protocol SharedMedium: AnyObject, Sendable {
  func prepareToRead()
  /// Runs `body`, which writes a value, while no other process does.
  func update<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result
}
