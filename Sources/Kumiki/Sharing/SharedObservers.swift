/// The observers of writes to a shared value. They are called on any thread and pass it on to a loop or task.
package final class SharedObservers: Sendable {
  private struct List {
    var last = 0
    var members: [(number: Int, loop: Loop?, tell: @Sendable () -> Void)] = []
  }

  private let list = Guarded(List(), in: .sharedValues)

  package init() {}

  /// - Parameter loop: the loop that the observer passes it on to, if any.
  /// - Returns: a function that ends the observation. Any thread.
  package func add(
    on loop: Loop? = nil, _ tell: @escaping @Sendable () -> Void
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

  package func tell() {
    let members = list.withLock { $0.members }
    for member in members { member.tell() }
  }
}
