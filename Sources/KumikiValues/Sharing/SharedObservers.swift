/// The observers of a shared value, or of the place that stores it. They are called on any thread and pass the
/// notification on to a loop or task.
package final class SharedObservers<Message>: Sendable {
  private struct Member: Sendable {
    let loop: Loop?
    let notify: @Sendable (Message) -> Void
  }

  private struct List {
    var last = 0
    /// In the order of their numbers. The entry of an observer that has ended is nil.
    var members: [(number: Int, member: Member?)] = []
    var ended = 0

    /// Removes a member, found by binary search. The gaps are closed once they are half of the list.
    mutating func remove(_ number: Int) -> Member? {
      var (low, high) = (0, members.count)
      while low < high {
        let middle = (low + high) / 2
        if members[middle].number < number { low = middle + 1 } else { high = middle }
      }
      guard low < members.count, members[low].number == number else { return nil }
      let gone = members[low].member.take()
      if gone != nil { ended += 1 }
      if ended * 2 > members.count {
        members.removeAll { $0.member == nil }
        ended = 0
      }
      return gone
    }
  }

  private let list = Guarded(List(), in: .sharedValues)

  package init() {}

  /// - Parameter loop: The loop that the observer passes the notification on to, if any.
  /// - Returns: A function that ends the observation, on any thread.
  package func add(
    on loop: Loop? = nil, _ notify: @escaping @Sendable (Message) -> Void
  ) -> @Sendable () -> Void {
    let number = list.withLock { list in
      list.last += 1
      list.members.append((list.last, Member(loop: loop, notify: notify)))
      return list.last
    }
    return { [self] in
      // The member's captures are released outside the lock.
      let gone = list.withLock { $0.remove(number) }
      withExtendedLifetime(gone) {}
    }
  }

  /// The loop of the first observer that has one.
  package var loop: Loop? {
    // In the child of a `fork` the parent's loops are closed.
    list.withLock { $0.members.lazy.compactMap(\.member?.loop).first { !$0.isClosed } }
  }

  package func notify(_ message: Message) {
    for (_, member) in list.withLock({ $0.members }) { member?.notify(message) }
  }

  /// Releases the observers.
  func end() {
    let gone = list.withLock { list in
      defer { (list.members, list.ended) = ([], 0) }
      return list.members
    }
    withExtendedLifetime(gone) {}
  }
}
