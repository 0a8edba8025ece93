/// The locks that are held across a `fork`, so that a child finds the guarded values consistent.
enum ForkLocks {
  /// The lock of the process's lists of loops.
  static let loops = GuardLock(isRecursive: false)

  static func hold() {
    ForkedFiles.holdThread()
    loops.lock()
    LiveObjects.tallies.holdForFork()
    ForkedFiles.hold()
  }

  static func release(inChild: Bool) {
    ForkedFiles.release(inChild: inChild)
    LiveObjects.tallies.releaseAfterFork()
    loops.releaseAfterFork(inChild: inChild)
    ForkedFiles.releaseThread(inChild: inChild)
  }
}

/// Lists of the process's loops. The child of a `fork` starts with empty lists: its parent's loops are not its own.
struct LoopLists<Lists: Sendable>: Sendable {
  private let state: Guarded<(generation: Int, lists: Lists)>
  private let empty: Lists

  init(_ empty: Lists) {
    self.empty = empty
    state = Guarded((System.generation, empty), in: ForkLocks.loops)
  }

  func with<Result>(_ body: (inout Lists) -> Result) -> Result {
    // The parent's lists are released after the lock, because their release may call this again.
    var inherited: Lists?
    defer { _ = inherited }
    return state.withLock { state in
      if state.generation != System.generation {
        inherited = state.lists
        state = (System.generation, empty)
      }
      return body(&state.lists)
    }
  }
}
