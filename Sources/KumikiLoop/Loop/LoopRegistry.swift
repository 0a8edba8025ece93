@_spi(Executors) internal import KumikiToolchain
internal import Synchronization

/// The process's loops. They take the jobs that name no loop; closed ones may still have jobs to run.
///
/// One lock guards it. It is held across `fork`, so a child finds the lists whole; the child then
/// forgets them, since none of those loops is its own.
enum LoopRegistry {
  private static let state = Guarded(State())
  /// How many entries `state.adrift` has, so that a dispatch need not take the lock to see none.
  private static let adriftCount = Atomic<Int>(0)

  private struct State {
    var generation = System.generation
    /// The living loops, oldest first. The main actor's thread is the first one's.
    var inboxes: [LoopInbox] = []
    /// Jobs that came while no loop lived; the next loop made takes them.
    var homeless: [LoopItem] = []
    /// Closed loops with jobs that must run on the loop's thread.
    var adrift: [Loop] = []
  }

  private static func withState<Result>(_ body: (inout State) -> Result) -> Result {
    // What a parent process left is released after the lock, because its release may call this again.
    var inherited: State?
    defer { _ = inherited }
    return state.withLock { state in
      if state.generation != System.generation {
        inherited = state
        state = State()
        adriftCount.store(0, ordering: .relaxed)
      }
      return body(&state)
    }
  }

  // MARK: - Living loops

  static func add(_ inbox: LoopInbox) {
    withState { state in
      state.inboxes.append(inbox)
      for item in state.homeless { _ = inbox.accept(item) }
      state.homeless = []
    }
  }

  static func remove(_ inbox: LoopInbox) {
    withState { state in state.inboxes.removeAll { $0 === inbox } }
  }

  /// Gives a job to a loop: this thread's first one for a job that names none, the process's first one for
  /// the main actor. Without any loop, the job waits for the next one.
  static func route(_ item: LoopItem, role: JobRole) {
    let thread = ThreadFrame.current.pointee.threadID
    withState { state in
      let home =
        role == .main
        ? state.inboxes.first
        : state.inboxes.first { $0.threadID == thread } ?? state.inboxes.first
      if home?.accept(item) != true { state.homeless.append(item) }
    }
  }

  /// True if the main actor's jobs run on this loop.
  static func isMain(_ inbox: LoopInbox) -> Bool {
    withState { $0.inboxes.first === inbox }
  }

  /// True if the calling thread is the main actor's.
  static var isMainThread: Bool {
    let thread = ThreadFrame.current.pointee.threadID
    return withState { $0.inboxes.first?.threadID == thread }
  }

  // MARK: - Closed loops

  /// Remembers a closed loop that was given a job, until its thread runs the job, or what takes its place.
  static func addAdrift(_ loop: Loop) {
    withState { state in
      if loop.inbox.end?.take(loop) == true { return }
      if !state.adrift.contains(where: { $0 === loop }) { state.adrift.append(loop) }
      adriftCount.store(state.adrift.count, ordering: .relaxed)
    }
  }

  /// Runs the jobs that closed loops of this thread were given. Called when nothing else is going on here.
  static func settleAdrift(on frame: ManualBox<ThreadFrame>) {
    guard adriftCount.load(ordering: .relaxed) > 0 else { return }
    for loop in takeAdrift(of: frame.pointee.threadID) { loop.runAdrift() }
  }

  private static func takeAdrift(of thread: UInt64) -> [Loop] {
    guard adriftCount.load(ordering: .relaxed) > 0 else { return [] }
    return withState { state in
      let mine = state.adrift.filter { $0.threadID == thread }
      state.adrift.removeAll { $0.threadID == thread }
      adriftCount.store(state.adrift.count, ordering: .relaxed)
      return mine
    }
  }

  /// Ends the loops of a thread that ends. Those in C stay open, but can run no more jobs.
  static func threadEnds(_ frame: ManualBox<ThreadFrame>) {
    guard !RuntimeHooks.areInstalled else {
      frame.pointee.ownLoop?.close()
      settleAdrift(on: frame)
      _ = forget(frame.pointee.ownID)
      return
    }
    let thread = frame.pointee.ownID
    // One that has made loops on behalf of others alone has none of its own.
    let hasLoops = frame.pointee.end != nil || !frame.pointee.loops.isEmpty
    if hasLoops {
      let end = frame.pointee.end ?? ThreadEnd(of: thread)
      end.threadEnds(with: Guarded(frame.pointee.giveUpLoops()))
    }
  }

  /// Whether closed loops of a thread wait for it to run their jobs.
  static func hasAdrift(of thread: UInt64) -> Bool {
    withState { state in state.adrift.contains { $0.threadID == thread } }
  }

  /// Forgets the loops of a thread that has ended.
  ///
  /// - Returns: closed ones with jobs.
  static func forget(_ thread: UInt64) -> [Loop] {
    let adrift = takeAdrift(of: thread)
    let gone = withState { state in
      let gone = state.inboxes.filter { $0.threadID == thread }
      state.inboxes.removeAll { $0.threadID == thread }
      return gone
    }
    withExtendedLifetime(gone) {}
    return adrift
  }

  // MARK: - fork

  static func beforeFork() {
    ForkedFiles.holdThread()
    state.holdForFork()
    LiveObjects.tallies.holdForFork()
    ForkedFiles.hold()
  }

  static func afterFork(inChild: Bool) {
    ForkedFiles.release(inChild: inChild)
    LiveObjects.tallies.releaseAfterFork()
    state.releaseAfterFork()
    ForkedFiles.releaseThread(inChild: inChild)
  }
}
