/// The observers of a shared value, or of the place that stores it. They are called on any thread and pass
/// the message on to a loop or task.
package final class SharedObservers<Message>: Sendable {
  private typealias Member = (number: Int, loop: Loop?, tell: @Sendable (Message) -> Void)
  private struct List {
    var last = 0
    var members: [Member] = []
  }

  private let list = Guarded(List(), in: .sharedValues)

  package init() {}

  /// - Parameter loop: the loop that the observer passes it on to, if any.
  /// - Returns: a function that ends the observation. Any thread.
  package func add(
    on loop: Loop? = nil, _ tell: @escaping @Sendable (Message) -> Void
  ) -> @Sendable () -> Void {
    let number = list.withLock { list in
      list.last += 1
      list.members.append((list.last, loop, tell))
      return list.last
    }
    return { [self] in
      // The member's captures are released outside the lock.
      let gone = list.withLock { list in
        list.members.firstIndex { $0.number == number }.map { list.members.remove(at: $0) }
      }
      withExtendedLifetime(gone) {}
    }
  }

  /// The loop of the first observer that has one.
  package var loop: Loop? {
    // In the child of a `fork` the parent's loops are closed.
    list.withLock { $0.members.lazy.compactMap(\.loop).first { !$0.isClosed } }
  }

  package func tell(_ message: Message) {
    for member in list.withLock({ $0.members }) { member.tell(message) }
  }

  /// Releases the observers.
  func end() {
    let gone = list.withLock { list in
      defer { list.members = [] }
      return list.members
    }
    withExtendedLifetime(gone) {}
  }
}
