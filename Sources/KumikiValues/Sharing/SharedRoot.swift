/// A whole shared value of any type.
package protocol SharedRoot: AnyObject, Sendable {
  /// The value's name in failures.
  var name: String { get }
  /// The value's place, if references of other types may be stored there too.
  var place: SharedPlaceID? { get }
  var observers: SharedObservers<Void> { get }
  /// Whether the calling thread is inside an update of the value.
  var isBeingWritten: Bool { get }
  /// The state of loading and saving by its key.
  var loading: SharedLoading { get }
  /// Runs `change`, which makes some readers switch from this value to another one, and notifies Observation.
  func touch(_ change: () -> Void)
  /// Returns the real value, in a box for a view.
  func copy() -> AnyObject
  /// Whether two boxes have equal values; false if the type is not `Equatable`.
  func isSame(_ one: AnyObject, _ other: AnyObject) -> Bool
  /// Returns the value in a box.
  func value(of copy: AnyObject) -> Any
  func load() async throws
  func save() async throws
}

/// Reports an issue on the current loop. Without one, as on the thread that watches files, reports it on an
/// observer's loop.
func reportIssue(_ code: Issue.Code, _ message: String, of shared: (any SharedRoot)?) {
  ReduceContext.report(
    code, message, label: "",
    on: DependencyValues.ambientLoop ?? Loop.existing ?? shared?.observers.loop)
}

/// A snapshot of a shared value.
package final class SharedCopy<Value>: @unchecked Sendable {
  // Immutable. It is sent to the same threads as its shared value.
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Guarded {
  /// Replaces a snapshot. The old value is released outside the lock, since that may run the program's code.
  func replace<Content>(with value: Content) where Value == SharedCopy<Content> {
    let new = SharedCopy(value)
    let old = withLock { copy in
      defer { copy = new }
      return copy
    }
    withExtendedLifetime(old) {}
  }
}

/// Whether two values are equal; false if their type is not `Equatable`.
package func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
  (one as? any Equatable)?.isEqual(to: other) ?? false
}

/// The state of a shared value's loading and saving.
package struct SharedLoading: Sendable {
  /// The number of calls of `load()` that have not ended.
  var loads = 0
  /// Whether the key has not ended its first load, or has reported that it is loading.
  var isAwaited = false
  var loadError: (any Error)?
  var saveError: (any Error)?

  var isLoading: Bool { loads > 0 || isAwaited }

  /// Whether a reader can observe a difference from another state.
  func differs(from other: Self) -> Bool {
    let errors = [loadError, other.loadError, saveError, other.saveError]
    return isLoading != other.isLoading || errors.contains { $0 != nil }
  }
}
