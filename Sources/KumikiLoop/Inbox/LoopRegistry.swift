/// The process's open loops. They take the jobs that name no loop.
enum LoopRegistry {
  private static let lists = LoopLists(Lists())

  private struct Lists: Sendable {
    /// Oldest first. The main actor's thread is the first loop's thread.
    var inboxes: [LoopInbox] = []
    /// Jobs that arrived while there was no loop. The next new loop takes them.
    var unassigned: [LoopItem] = []
  }

  static func add(_ inbox: LoopInbox) {
    lists.with { lists in
      lists.inboxes.append(inbox)
      for item in lists.unassigned { _ = inbox.accept(item) }
      lists.unassigned = []
    }
  }

  static func remove(_ inbox: LoopInbox) {
    lists.with { lists in lists.inboxes.removeAll { $0 === inbox } }
  }

  /// Gives a job to a loop. A job that names no loop goes to this thread's first loop, a job of the main actor to the
  /// process's first loop. Without any loop, the job waits for the next one.
  static func route(_ item: LoopItem, role: JobRole) {
    let thread = ThreadFrame.current.pointee.threadID
    lists.with { lists in
      let target =
        role == .main
        ? lists.inboxes.first
        : lists.inboxes.first { $0.threadID == thread } ?? lists.inboxes.first
      if target?.accept(item) != true { lists.unassigned.append(item) }
    }
  }

  /// Returns true if the main actor's jobs run on this loop.
  static func isMain(_ inbox: LoopInbox) -> Bool {
    lists.with { $0.inboxes.first === inbox }
  }

  /// Whether the calling thread is the main actor's.
  static var isMainThread: Bool {
    let thread = ThreadFrame.current.pointee.threadID
    return lists.with { $0.inboxes.first?.threadID == thread }
  }

  /// Forgets the loops of a thread that has ended.
  static func forget(_ thread: UInt64) {
    let gone = lists.with { lists in
      let gone = lists.inboxes.filter { $0.threadID == thread }
      lists.inboxes.removeAll { $0.threadID == thread }
      return gone
    }
    withExtendedLifetime(gone) {}
  }
}
