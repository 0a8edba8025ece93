/// A link to a shared value: ``Shared`` and ``SharedReader``. Both are made in the same way from a box, a value or a
/// key.
package protocol SharedLinked<Value>: SharedReadable {
  var link: SharedLink<Value> { get }
  init(link: SharedLink<Value>)
}

extension SharedLinked {
  package init(box: any SharedBox<Value>) { self.init(link: SharedLink(box)) }

  /// Makes a value that is not stored under a key.
  init(unkeyed value: Value) { self.init(box: SharedReference(value, name: "value")) }

  /// Uses the value of a key.
  ///
  /// - Parameters:
  ///   - loadsFirst: Whether a value that is not in use is loaded. Otherwise the caller loads it.
  ///   - initial: The default, evaluated if the value is not in use yet.
  init(_ key: some SharedReaderKey<Value>, loadsFirst: Bool = true, initial: () -> Value) {
    let references = SharedScope.current.references
    self.init(box: references.reference(for: key, initial: initial, loadsFirst: loadsFirst))
  }

  /// Uses the value of a key, which is loaded first.
  init(loading key: some SharedReaderKey<Value>) async throws where Value: Sendable {
    let value = try await SharedMissing.load(key)
    self.init(key, loadsFirst: false) { value }
    if let loadError { throw loadError }
  }

  /// Makes this link and all its copies refer to the value of another key, and loads that value. Until the load ends
  /// they keep their old value.
  func move(to key: some SharedReaderKey<Value>) async throws {
    let before = wrappedValue
    let other = Self(key, loadsFirst: false) { before }
    link.move(to: other.link.box, isNotified: !areEqual(before, other.wrappedValue))
    try await load()
  }
}
