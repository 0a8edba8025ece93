/// One place where something shared is kept, in whatever form: in memory, or as the bytes of a file.
///
/// References of several types may be of one place, such as a number of Swift's and the JSON of C. Each is
/// told at once of what the others write.
package final class SharedSlot<Content: Sendable>: @unchecked Sendable {
  /// Is told of what is there now, or why that cannot be read.
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

  /// Subscribes; the number names the member in ``write(_:from:)``.
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

  /// - Parameter number: who writes, and need not be told.
  package func write(_ content: Content?, from number: Int? = nil) {
    let members = state.withLock { state in
      state.content = content
      return state.members
    }
    for member in members where member.number != number { member.tell(.success(content)) }
  }

  /// What is there cannot be read; the content stays as it was.
  package func fail(_ error: any Error) {
    let members = state.withLock { $0.members }
    for member in members { member.tell(.failure(error)) }
  }

  /// Notes what is there, of which nobody need be told.
  package func remember(_ content: Content?) { state.withLock { $0.content = content } }

  package func keep(_ reference: AnyObject) {
    state.withLock { $0.references.append(reference) }
  }

  /// Lets go of what is kept here, which has this place in hand itself.
  package func end() {
    let kept = state.withLock { state in
      defer { (state.references, state.members) = ([], []) }
      return (state.references, state.members)
    }
    withExtendedLifetime(kept) {}
  }
}
