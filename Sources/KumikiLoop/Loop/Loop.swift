/// Runs the work of effects and timers on the program's own thread.
///
/// A loop belongs to the thread that made it, and runs only inside `dispatch`, `runUntilIdle`, `run` and `advance`.
/// It is the preferred executor of the effects' tasks, owns a clock, and has one descriptor that tells a host's main
/// loop when to dispatch. The library starts no threads for it, except for blocking effects.
///
/// From other threads only ``post(_:)``, ``wakeup()``, an executor's `enqueue` and the properties that do not change
/// are allowed. Any other call there throws ``LoopError/wrongThread`` or does nothing.
public final class Loop: @unchecked Sendable {
  // Variable parts belong to the owner thread: every entry point checks the thread. Any thread may use constant
  // parts. Values that threads share are in the inbox, behind its lock.

  /// Whether a loop's clock runs in real time or the program moves it.
  public enum Kind: Sendable {
    /// The clock runs in real time.
    case live
    /// Only ``Loop/advance(by:)`` moves the time.
    case virtual
  }

  /// The kind of the loop's clock.
  public var kind: Kind { time.isVirtual ? .virtual : .live }
  /// The thread that the loop belongs to, by the engine's own numbering.
  public let threadID: UInt64
  @usableFromInline package let inbox: LoopInbox
  let time: LoopTime
  let isolation = LoopIsolation()
  /// Closes the loop when its thread ends; nil if it has no thread.
  let end: ThreadEnd?
  @safe @exclusivity(unchecked) var runner: LoopRunner

  @safe @usableFromInline @exclusivity(unchecked) package var stage = LoopStage()
  @safe @exclusivity(unchecked) var queue = LoopQueue()
  @safe @exclusivity(unchecked) var timers = LoopTimers()
  @safe @exclusivity(unchecked) var turns = TurnOrder()
  @safe @exclusivity(unchecked) var descriptor: LoopDescriptor?
  @safe @exclusivity(unchecked) var members = LoopMembers()
  @safe @exclusivity(unchecked) var workers = LoopWorkers()
  @safe @exclusivity(unchecked) package var tally = WorkTally()
  @safe @exclusivity(unchecked) package var issues = LoopIssues()
  /// The `LoopRequests` of a higher layer, created by the first request or server.
  @safe @exclusivity(unchecked) package var requestsIfAny: AnyObject?
  /// A higher layer's object that holds the loop for C; nil for a loop that Swift code made.
  @safe @exclusivity(unchecked) package var handleIfAny: Uncounted<AnyObject>?

  // Set by the program; see Loop+Settings and Loop+Limits.
  @usableFromInline let storeLimits = StoreLimits()
  @safe @exclusivity(unchecked) package var ownLimits = OwnLimits()
  /// Whether the loop is closed when its thread ends. False in C, where functions may still need the objects that end
  /// with the thread.
  @safe @exclusivity(unchecked) package var endsWithThread = true

  /// In a test, the dependencies for code that the loop runs without a context: functions in C. Set once. From then
  /// on the thread retains the loop until it is closed.
  @safe @exclusivity(unchecked) package var testDependencies: (any Sendable)? {
    didSet {
      isTests = testDependencies != nil
      ThreadFrame.current.pointee.madeLoops().tests.append(self)
    }
  }

  /// Whether the loop belongs to a test that set ``testDependencies``.
  @safe @exclusivity(unchecked) package private(set) var isTests = false

  /// Makes a loop that belongs to the calling thread.
  ///
  /// - Throws: ``LoopError/system(code:call:)`` if the process has no descriptor left for it.
  public convenience init(_ kind: Kind = .live) throws(LoopError) {
    self.init(kind: kind)
    // Made now, so that a lack of descriptors is an error here and not during the first wait.
    if kind == .live { try inbox.event() }
  }

  /// Makes a loop without using any system resource yet.
  convenience init(kind: Kind) {
    let frame = ThreadFrame.current
    self.init(kind: kind, threadID: frame.pointee.threadID, end: frame.pointee.endOfLoops)
    frame.pointee.madeLoops().add(self)
    LoopRegistry.add(inbox)
  }

  /// Makes a loop that is not registered with its thread or the process.
  init(
    kind: Kind, threadID: UInt64, end: ThreadEnd? = nil, pump: (any LoopPump)? = nil
  ) {
    if let refusal = Assumption.refusal { fatalError(refusal) }
    self.threadID = threadID
    time = LoopTime(isVirtual: kind == .virtual)
    runner = LoopRunner(pump)
    self.end = end
    inbox = LoopInbox(threadID: threadID, pump: pump)
    // The main actor's loop is never released.
    if !isMainActors { LiveObjects.add() }
    isolation.loop = Uncounted(self)
  }

  deinit {
    if stage.phase == .open { abandon() }
    LiveObjects.remove()
  }
}

// MARK: - Facts

extension Loop {
  /// The loop's clock in nanoseconds: the time since the loop was made, or the sum of its advances. Readable on any
  /// thread.
  public var now: UInt64 { time.now }

  /// Nanoseconds since 1970; on a virtual loop, the loop's clock, unless ``setDate(_:)`` or ``suspend(for:)`` has moved the
  /// date. Readable on any thread.
  public var wallClock: Int64 { time.date }

  /// True on the thread that the loop belongs to. For the main actor's loop, true in code of the main actor.
  public var isCurrentThread: Bool {
    @inlinable get { ThreadFrame.current.pointee.threadID == threadID || isMainActorHere }
  }

  /// True once the loop was closed, and in the child of a `fork`. Readable on any thread.
  public var isClosed: Bool {
    @inlinable get { inbox.isClosed }
  }

  /// Whether the loop was closed, or will be when the outermost callback returns. For the owner thread.
  package var isGivenUp: Bool { stage.isCloseRequested || isClosed }

  /// Whether the main actor's executor runs the loop.
  package var isMainActors: Bool { runner.isMainActors }

  /// The number of Swift jobs that have begun; see ``WorkTally/begunJobs``. Here, because another module's access to
  /// `tally` would be checked for exclusivity.
  package var begunJobs: UInt64 { tally.begunJobs }

  /// Whether tasks have sent as many actions without waiting as a burst may have, since ``WorkTally/unwaitedSends``
  /// was `earlier`. A loop or a test that runs until nothing is due then gives up.
  package func exceedsSendLimit(since earlier: UInt64) -> Bool {
    tally.unwaitedSends - earlier >= burstLimit
  }
}

// MARK: - The thread's loop

extension Loop {
  /// The calling thread's loop: the loop that is being dispatched, else the thread's first, else a new one. In a task
  /// on the main actor, unless a loop is being dispatched, the loop is ``main``. The same holds in a task that no
  /// loop runs and whose thread has no loop, because such a task has no thread of its own that could run one.
  ///
  /// A loop made here runs in real time and lasts as long as its thread, which must run it. If the thread ends
  /// without having run the due work, the issue `off-thread` is raised.
  public static var current: Loop {
    let frame = ThreadFrame.current
    if frame.pointee.running == nil, runsOnMainActor, !main.isClosed { return main }
    if let loop = existing { return loop }
    if isInTask, !main.isClosed { return main }
    let loop = Loop(kind: .live)
    ThreadFrame.current.pointee.madeLoops().own = loop
    return loop
  }

  private static var isInTask: Bool { unsafe withUnsafeCurrentTask { unsafe $0 != nil } }

  /// The calling thread's loop as in ``current``; nil if a new one would be needed.
  package static var existing: Loop? { ThreadFrame.current.pointee.existingLoop }
}

// MARK: - Callbacks

extension Loop {
  /// Above 0 while a callback of this loop runs. Stores raise and lower it. While it is above 0, the loop cannot be
  /// run from inside.
  // Other modules raise and lower it only here, because their own access to `stage` would be checked for exclusivity.
  @inlinable
  package var activity: Int {
    get { stage.callbackDepth }
    set {
      stage.callbackDepth = newValue
      if newValue == 0 && stage.waitsForRest { activityEnded() }
    }
  }

  /// Raises ``activity`` by one.
  @inlinable
  package func beginActivity() { stage.callbackDepth &+= 1 }

  /// Calls `body`, which ends a part of the loop and may thereby call the program's functions. A close that these
  /// functions request waits until `body` has returned.
  @inlinable
  package func ending(_ body: () -> Void) {
    activity += 1
    body()
    activity -= 1
  }

  /// Adds a member, which ends when the loop is closed, before anything is dropped. Members end in the order they
  /// were added. If the close has to wait for a callback to return, the members do not wait.
  package func add(_ member: LoopMember) -> UInt64 { members.add(member) }

  package func removeMember(_ number: UInt64) { members.remove(number) }

  /// Ends the members, including members that are added during the call.
  func endMembers() {
    while !members.isEmpty { for number in members.numbers { members.remove(number)?.end() } }
  }

  /// Cancels the blocking work of the members.
  func cancelWork() {
    ending { for number in members.numbers { members[number]?.cancelWork() } }
  }
}
