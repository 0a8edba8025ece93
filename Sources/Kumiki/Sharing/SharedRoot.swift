/// A whole shared value of any type.
package protocol SharedRoot: AnyObject, Sendable {
  /// Its name in failures.
  var name: String { get }
  /// Where it is stored, if references of other types may be stored there too.
  var place: SharedPlaceID? { get }
  var observers: SharedObservers<Void> { get }
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

/// Reports an issue on the current loop, or on an observer's loop if there is none, as on the thread that
/// watches files.
func reportIssue(_ code: Issue.Code, _ message: String, of shared: (any SharedRoot)?) {
  ReduceContext.report(
    code, message, label: "",
    on: DependencyValues.ambientLoop ?? Loop.existing ?? shared?.observers.loop)
}

/// A snapshot of a shared value.
package final class SharedCopy<Value>: @unchecked Sendable {
  // Immutable. It goes to the same threads as its shared value.
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
package final class SharedLoading: Sendable {
  private struct State: Sendable {
    var count = 0
    var loadError: (any Error)?
    var saveError: (any Error)?
  }

  private let state = Guarded(State(), in: .sharedValues)

  var isLoading: Bool { state.withLock { $0.count > 0 } }
  var loadError: (any Error)? { state.withLock { $0.loadError } }
  var saveError: (any Error)? { state.withLock { $0.saveError } }

  func begin() { state.withLock { $0.count += 1 } }
  func end() { state.withLock { $0.count = max(0, $0.count - 1) } }
  func loaded<Value>(_ result: Result<Value, any Error>) {
    end()
    state.withLock { $0.loadError = result.failure }
  }
  func wasWritten() { state.withLock { $0.loadError = nil } }
  func saved(_ result: Result<Void, any Error>) {
    state.withLock { $0.saveError = result.failure }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
