/// What a ``Shared`` refers to: a whole value (``SharedReference``) or a part of another.
///
/// `modify` changes the value while no other thread does. If it throws, the value stays as it was.
package protocol SharedBox<Value>: AnyObject, Sendable {
  associatedtype Value
  /// The whole value that this is, or is a part of.
  var root: any SharedRoot { get }
  /// The value in `view`, or the real one if `view` is nil.
  func read(in view: SharedView?) -> Value
  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result
}

extension SharedBox {
  /// The value in the current view: inside a test's expectation, the expected one.
  func read() -> Value { read(in: .current) }
}

/// A whole shared value of any type.
package protocol SharedRoot: AnyObject, Sendable {
  /// Its name in failures.
  var name: String { get }
  /// Where it is stored, if references of other types may be stored there too.
  var place: SharedPlaceID? { get }
  var observers: SharedObservers { get }
  /// Whether the calling thread is inside an update of it.
  var isBeingWritten: Bool { get }
  /// The state of its key's loading and saving.
  var loading: SharedLoading { get }
  /// The real value, in a box for a view.
  func copy() -> AnyObject
  /// Whether two boxes have equal values; false if the type is not `Equatable`.
  func isSame(_ one: AnyObject, _ other: AnyObject) -> Bool
  /// The value in a box.
  func value(of copy: AnyObject) -> Any
  func load() async throws
  func save() async throws
}

/// A snapshot of a shared value.
package final class SharedCopy<Value>: @unchecked Sendable {
  // Immutable. It goes to the same threads as its shared value.
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// Whether two values are equal; false if their type is not `Equatable`.
package func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
  func compare<Known: Equatable>(_ known: Known) -> Bool { known == other as! Known }
  guard let known = one as? any Equatable else { return false }
  return compare(known)
}
