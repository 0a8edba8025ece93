/// A place that stores a shared value: in memory, or as the bytes of a file.
///
/// References of several types may share a place, such as a number in Swift and JSON in C. Each reference is notified
/// immediately of the others' writes.
package final class SharedSlot<Content: Sendable>: Sendable {
  /// The observers receive the new content, or the reason why it cannot be read.
  package let observers = SharedObservers<Result<Content?, any Error>>()

  private struct State {
    var content: Content?
    var references: [AnyObject] = []
  }

  private let state = Guarded(State(), in: .sharedValues)

  package var content: Content? { state.withLock { $0.content } }

  package func write(_ content: Content?) {
    state.withLock { $0.content = content }
    observers.notify(.success(content))
  }

  package func keep(_ reference: AnyObject) {
    state.withLock { $0.references.append(reference) }
  }

  /// Releases the references and observers, which retain this slot.
  func end() {
    let kept = state.withLock { state in
      defer { state.references = [] }
      return state.references
    }
    withExtendedLifetime(kept) { observers.end() }
  }
}
