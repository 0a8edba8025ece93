/// Those who are told that a shared value was written. On any thread; they hand on to a loop or a task.
package final class SharedObservers: Sendable {
  private struct List {
    var last = 0
    var members: [(number: Int, loop: Loop?, tell: @Sendable () -> Void)] = []
  }

  private let list = Guarded(List(), in: .sharedValues)

  package init() {}

  /// - Parameter loop: where it hands on to, if that is a loop.
  /// - Returns: what ends it. Any thread.
  package func add(
    on loop: Loop? = nil, _ tell: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let number = list.withLock { list in
      list.last += 1
      list.members.append((list.last, loop, tell))
      return list.last
    }
    return { [self] in
      // What a member holds is let go of outside of the lock.
      let gone = list.withLock { list in
        list.members.firstIndex { $0.number == number }.map { list.members.remove(at: $0) }
      }
      withExtendedLifetime(gone) {}
    }
  }

  /// The loop of who has observed on one for the longest.
  package var loop: Loop? {
    // In the child of a `fork` those of the parent are closed.
    list.withLock { $0.members.lazy.compactMap(\.loop).first { !$0.isClosed } }
  }

  package func tell() {
    let members = list.withLock { $0.members }
    for member in members { member.tell() }
  }
}
