/// Those who are told that a shared value was written. On any thread; they hand on to a loop or a task.
package final class SharedObservers: Sendable {
  private struct List {
    var last = 0
    var members: [(number: Int, tell: @Sendable () -> Void)] = []
  }

  private let list = Guarded(List())

  package init() {}

  /// - Returns: what ends it. Any thread.
  package func add(_ tell: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = list.withLock { list in
      list.last += 1
      list.members.append((list.last, tell))
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

  package func tell() {
    let members = list.withLock { $0.members }
    for member in members { member.tell() }
  }
}
