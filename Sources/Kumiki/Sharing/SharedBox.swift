/// Where a ``Shared`` finds its value: a value of its own (``SharedReference``), or a part of another.
///
/// `modify` reaches the value under its lock. What it throws leaves the value as it was.
package protocol SharedBox<Value>: AnyObject, Sendable {
  associatedtype Value
  /// The value that this is, or is a part of.
  var root: any SharedRoot { get }
  /// The value as `view` has it.
  func read(in view: SharedView?) -> Value
  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result
}

extension SharedBox {
  /// The value as it is here: inside of a test's expectation, what is expected.
  func read() -> Value { read(in: .current) }
}

/// A whole shared value, whatever its type.
package protocol SharedRoot: AnyObject, Sendable {
  /// What failures call it.
  var name: String { get }
  /// Where it is kept, if others may be kept there too.
  var place: SharedPlaceID? { get }
  var observers: SharedObservers { get }
  /// Whether the calling thread is inside of an update of it.
  var isBeingWritten: Bool { get }
  /// How its key is doing.
  var loading: SharedLoading { get }
  /// The real value, in a box that a view keeps.
  func copy() -> AnyObject
  /// Whether two boxes have equal values; false where the type knows no equality.
  func isSame(_ one: AnyObject, _ other: AnyObject) -> Bool
  /// What is in a box.
  func value(of copy: AnyObject) -> Any
  func load() async throws
  func save() async throws
}

/// A value as it was at a moment.
package final class SharedCopy<Value>: @unchecked Sendable {
  // Immutable, and goes where its shared value does.
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// Whether two values are equal, where that can be asked.
package func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
  func compare<Known: Equatable>(_ known: Known) -> Bool { known == other as! Known }
  guard let known = one as? any Equatable else { return false }
  return compare(known)
}
