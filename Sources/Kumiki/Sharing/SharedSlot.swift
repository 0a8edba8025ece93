/// A place that stores a shared value: in memory, or as the bytes of a file.
///
/// References of several types may share a place, such as a number in Swift and JSON in C. Each is notified
/// at once of the others' writes.
package final class SharedSlot<Content: Sendable>: @unchecked Sendable {
  /// Receives the new content, or the reason why it cannot be read.
  package typealias Told = @Sendable (Result<Content?, any Error>) -> Void

  private struct State {
    var content: Content?
    var last = 0
    var members: [(number: Int, tell: Told)] = []
    var references: [AnyObject] = []
  }

  private let state: Guarded<State>

  package init(_ content: Content? = nil) {
    state = Guarded(State(content: content), in: .sharedValues)
  }

  package var content: Content? { state.withLock { $0.content } }

  /// Adds a member. The number that is returned identifies it in ``write(_:from:)``.
  package func add(_ tell: @escaping Told) -> Int {
    state.withLock { state in
      state.last += 1
      state.members.append((state.last, tell))
      return state.last
    }
  }

  package func remove(_ number: Int) {
    let gone = state.withLock { state in
      state.members.firstIndex { $0.number == number }.map { state.members.remove(at: $0) }
    }
    withExtendedLifetime(gone) {}
  }

  /// - Parameter number: the member that writes and is not notified.
  package func write(_ content: Content?, from number: Int? = nil) {
    let members = state.withLock { state in
      state.content = content
      return state.members
    }
    for member in members where member.number != number { member.tell(.success(content)) }
  }

  /// Reports that the place cannot be read. The content stays as it was.
  package func fail(_ error: any Error) {
    let members = state.withLock { $0.members }
    for member in members { member.tell(.failure(error)) }
  }

  /// Sets the content without notifying the members.
  package func remember(_ content: Content?) { state.withLock { $0.content = content } }

  package func keep(_ reference: AnyObject) {
    state.withLock { $0.references.append(reference) }
  }

  /// Releases the references and members, which retain this slot.
  package func end() {
    let kept = state.withLock { state in
      defer { (state.references, state.members) = ([], []) }
      return (state.references, state.members)
    }
    withExtendedLifetime(kept) {}
  }
}
