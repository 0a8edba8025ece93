internal import DequeModule
public import Synchronization

/// Runs what effects have produced, on the program's own thread.
///
/// A loop belongs to the thread that made it, and runs only inside `dispatch`, `runUntilIdle`, `run` and
/// `advance`. It is the preferred executor of the effects' tasks, it owns a clock, and it has one descriptor
/// that tells a host's own main loop when to dispatch. The library starts no threads for it except those of
/// blocking effects.
///
/// From other threads only ``post(_:)``, ``wakeup()``, an executor's `enqueue` and the properties that do not
/// change are allowed. Any other call there throws ``LoopError/wrongThread`` or does nothing.
public final class Loop: @unchecked Sendable {
  // Variables belong to the owner thread (every entry point checks the thread), except `virtualNow`, which
  // is atomic. What threads share is behind the inbox's lock.

  /// Whether a loop's clock runs by itself or is moved by the program.
  public enum Kind: Sendable {
    /// Time passes by itself.
    case live
    /// Only ``Loop/advance(by:)`` moves the time.
    case virtual
  }

  /// The kind of its clock.
  public let kind: Kind
  /// The thread that the loop belongs to, by the engine's own count.
  public let threadID: UInt64
  @usableFromInline package let inbox: LoopInbox
  let isolation = LoopIsolation()
  /// What makes the loop run, the main actor's or a test's; nil if a thread runs it.
  let pump: (any LoopPump)?
  /// The pump of a loop that was made ownerless.
  let testPump: TestPump?
  /// The own id of the thread that is running the loop under the loop's id.
  @safe @exclusivity(unchecked) var runnerID: UInt64 = 0
  private let start = System.monotonic
  private let virtualNow = Atomic<UInt64>(0)

  enum Phase { case open, closing, closed }

  @safe @exclusivity(unchecked) var phase = Phase.open
  /// The items that are due, in the order in which they became so.
  @safe @exclusivity(unchecked) var queue = Deque<LoopItem>()
  /// Entries of `queue` whose timer was cancelled since.
  @safe @exclusivity(unchecked) var cancelledInQueue = 0
  /// Swift jobs that came up during this dispatch: they run in it.
  @safe @exclusivity(unchecked) var followOns = Deque<LoopItem>()
  @safe @exclusivity(unchecked) var timers = TimerHeap()
  /// Timers that are due by the date. On a virtual loop they are among the others.
  @safe @exclusivity(unchecked) var dated = TimerHeap()
  /// Goes off when the first of them is due; nil if there has been none.
  @safe @exclusivity(unchecked) var dateAlarm: DateAlarm?
  /// Timers that are due at this moment of a virtual clock, but fire when it is next moved.
  @safe @exclusivity(unchecked) var held: [LoopTimer] = []
  /// Whether no blocking work begins: the loop is finished, and cancels it.
  @safe @exclusivity(unchecked) package internal(set) var cancelsWork = false
  /// How many effects at work ``finish(timeoutMilliseconds:_:)`` waits for, besides the effects of workers.
  @safe @exclusivity(unchecked) package var awaitedWork = 0
  /// The timers that end the runtime's own sleeps in real time, by the system's clock; nil if nothing does.
  @safe @exclusivity(unchecked) var realTimers: TimerHeap?
  /// How many jobs have run in ``serve()``.
  @safe @exclusivity(unchecked) package internal(set) var servedJobs = 0
  /// How many Swift jobs have begun. While it stays the same, no task of the loop has suspended.
  @safe @exclusivity(unchecked) package internal(set) var begunJobs: UInt64 = 0
  /// How many actions tasks have sent without waiting, of those that had to give their turn away for it.
  @safe @exclusivity(unchecked) package var unwaitedSends: UInt64 = 0
  /// Deferred functions whose turn has not begun, and those to be called once the turn is over.
  @safe @exclusivity(unchecked) var deferred = Deque<() -> Void>()
  @safe @exclusivity(unchecked) var outside = Deque<() -> Void>()
  /// Whether a turn is being run or waited for. False while deferred functions are called.
  @safe @exclusivity(unchecked) var isDispatching = false
  /// How many calls that run the loop are on the stack: more than one if a function called after a turn runs
  /// the loop again.
  @safe @exclusivity(unchecked) var runDepth = 0
  /// A `wakeup` that no dispatch has answered yet.
  @safe @exclusivity(unchecked) var wasWoken = false
  @safe @exclusivity(unchecked) var isCloseRequested = false
  /// Whether a close, a muted descriptor or work of ``whenAtRest(_:)`` waits for the outermost callback to return.
  @safe @usableFromInline @exclusivity(unchecked) var waitsForRest = false
  /// What is called when the loop next comes to rest.
  @safe @exclusivity(unchecked) var resting = Deque<() -> Void>()
  @safe @exclusivity(unchecked) var descriptor: LoopDescriptor?
  @safe @exclusivity(unchecked) private var members: [UInt64: LoopMember] = [:]
  @safe @exclusivity(unchecked) private var lastMember: UInt64 = 0
  @safe @usableFromInline @exclusivity(unchecked) package var callbackDepth = 0

  // What a program sets: Loop+Settings. The numbers may be read on any thread.
  @usableFromInline let reentrantSends = Atomic<Bool>(false)
  @safe @exclusivity(unchecked) var budget: TurnBudget?
  /// Whether the next turn begins with the queue, since timers took all of the last one.
  @safe @exclusivity(unchecked) var queueGoesFirst = false
  /// Whether the next turn begins with the deferred functions, since all else took all of the last one.
  @safe @exclusivity(unchecked) var outsideGoesFirst = false

  @usableFromInline let mostInBurst = Atomic<UInt64>(Loop.standardBurstLimit)
  /// Whether it is closed when its thread ends. Not in C, whose functions may need what ended with the thread.
  @safe @exclusivity(unchecked) package var endsWithThread = true

  /// The default of ``burstLimit``.
  public static let standardBurstLimit: UInt64 = 250_000

  @safe @exclusivity(unchecked) package var stateLimits = ValueLimits()
  @safe @exclusivity(unchecked) package var actionLimits = ValueLimits() {
    didSet { shareActionLimits() }
  }
  /// The default and the bound of ``stateValueLimit`` and ``actionValueLimit``.
  public static let standardValueLimit = 10_000_000

  @usableFromInline let mostEffects = Atomic<Int>(.max)
  let mostObservers = Atomic<Int>(.max)
  /// ``interrupt``, for code on the loop's thread.
  @safe @exclusivity(unchecked) package var burstInterrupt: (() -> Bool)?

  /// How blocking work is done, and the pool that does it, made on first use.
  @safe @exclusivity(unchecked) var workerOptions = WorkerOptions()
  @safe @exclusivity(unchecked) var workers: WorkerPool?

  /// In a test, the dependencies in force for code that the loop runs without a context: functions in C. Set
  /// once; from then on the thread retains the loop until it is closed.
  @safe @exclusivity(unchecked) package var testDependencies: (any Sendable)? {
    didSet { ThreadFrame.current.pointee.testLoops.append(self) }
  }

  @safe @exclusivity(unchecked) var issueHandler: ((Issue) -> Void)?
  @safe @exclusivity(unchecked) var issues = IssueQueue()
  /// The last write of a reducer that was refused: why, and where in the store's state.
  @safe @exclusivity(unchecked) package var refusedWrite = (reason: "", place: "")

  /// Makes a loop that belongs to the calling thread.
  ///
  /// - Throws: ``LoopError/system(code:call:)`` if the process has no descriptor left for it.
  public convenience init(_ kind: Kind = .live) throws(LoopError) {
    self.init(kind: kind)
    // Made now, so that a lack of descriptors is an error here and not in the first wait.
    if kind == .live { try inbox.event() }
  }

  /// Makes a loop without asking the system for anything yet.
  convenience init(kind: Kind) {
    let frame = ThreadFrame.current
    self.init(kind: kind, threadID: frame.pointee.threadID, end: frame.pointee.endOfLoops)
    frame.pointee.loops.append(LoopNote(self))
    LoopRegistry.add(inbox)
  }

  /// Makes a loop that is not registered with its thread or the process.
  init(
    kind: Kind, threadID: UInt64, end: ThreadEnd? = nil, pump: (any LoopPump)? = nil
  ) {
    if let refusal = Assumption.refusal { fatalError(refusal) }
    self.kind = kind
    self.threadID = threadID
    self.pump = pump
    testPump = pump as? TestPump
    inbox = LoopInbox(threadID: threadID, end: end, pump: pump)
    // The main actor's loop is never released.
    if !isMainActors { LiveObjects.add() }
    isolation.loop = Uncounted(self)
  }

  deinit {
    if phase == .open { abandon() }
    LiveObjects.remove()
  }
}

// MARK: - Facts

extension Loop {
  /// The loop's clock in nanoseconds: since it was made, or as far as it was advanced. Any thread.
  public var now: UInt64 {
    kind == .live ? System.monotonic &- start : virtualNow.load(ordering: .relaxed)
  }

  /// Nanoseconds since 1970; on a virtual loop, the loop's clock. Any thread.
  public var wallClock: Int64 {
    kind == .live ? System.realtime : Int64(clamping: now)
  }

  /// True on the thread that the loop belongs to. For the main actor's loop, true where the main actor runs.
  public var isCurrentThread: Bool {
    @inlinable get { ThreadFrame.current.pointee.threadID == threadID || isMainActorHere }
  }

  /// True once the loop was closed, and in the child of a `fork`. Any thread.
  public var isClosed: Bool {
    @inlinable get { inbox.isClosed }
  }

  /// Whether it was closed, or will be when the outermost callback returns. Owner thread.
  package var isGivenUp: Bool { isCloseRequested || isClosed }

  /// Converts a moment of the loop's clock to the system's.
  func systemTime(of moment: UInt64) -> UInt64 { start.addingClamped(moment) }

  /// Converts a moment of the system's clock to the loop's.
  func loopTime(of moment: UInt64) -> UInt64 { moment > start ? moment - start : 0 }

  /// Whether the main actor's executor runs it.
  package var isMainActors: Bool { pump != nil && testPump == nil }

  /// Whether tasks have sent as many actions without waiting as a burst may have, since ``unwaitedSends`` was
  /// `earlier`. A loop or a test that runs until nothing is due gives up then.
  package func isRestless(since earlier: UInt64) -> Bool { unwaitedSends - earlier >= burstLimit }

  func setVirtualNow(_ moment: UInt64) { virtualNow.store(moment, ordering: .relaxed) }
}

// MARK: - The thread's loop

extension Loop {
  /// The calling thread's loop: the one being dispatched, else its first, else one made now. In a task on the
  /// main actor it is ``main``, if none is being dispatched. So it is in a task that no loop runs and whose thread
  /// has none: such a task has no thread of its own that could run one.
  ///
  /// A loop made here is live and lasts as long as its thread, which has to run it. If the thread ends and has not
  /// run what was due, that is the issue `off-thread`.
  public static var current: Loop {
    let frame = ThreadFrame.current
    if frame.pointee.dispatching == nil, runsOnMainActor, !main.isClosed { return main }
    if let loop = existing { return loop }
    if isInTask, !main.isClosed { return main }
    let loop = Loop(kind: .live)
    ThreadFrame.current.pointee.ownLoop = loop
    return loop
  }

  private static var isInTask: Bool { unsafe withUnsafeCurrentTask { unsafe $0 != nil } }

  /// The calling thread's loop as in ``current``; nil if one would have to be made.
  package static var existing: Loop? { ThreadFrame.current.pointee.existingLoop }
}

/// A thread's reference to a loop that it does not keep alive.
///
/// The inbox, which outlives the loop, says whether the loop has closed. It may be released on any thread, also
/// while this one asks.
struct LoopNote {
  private let inbox: LoopInbox
  private let note: Remembered<Loop>

  init(_ loop: Loop) {
    inbox = loop.inbox
    note = Remembered(loop)
  }

  var loop: Loop? { inbox.isClosed ? nil : note.object }
}

// MARK: - Callbacks

extension Loop {
  /// Above 0 while a callback of this loop runs. Stores raise it and lower it again; running the
  /// loop from inside is refused meanwhile.
  @inlinable
  package var activity: Int {
    get { callbackDepth }
    set {
      callbackDepth = newValue
      if newValue == 0 && waitsForRest { activityEnded() }
    }
  }

  /// Calls `body`, which ends something of the loop's and may thereby call the program's functions. A close
  /// that these ask for waits until `body` has returned.
  @inlinable
  package func ending(_ body: () -> Void) {
    activity += 1
    body()
    activity -= 1
  }

  /// Whether a callback is running, so that the loop cannot be run.
  var isBusy: Bool { isDispatching || callbackDepth > 0 }

  /// Whether something that the loop runs, calls or ends is on the stack.
  var runsSomething: Bool { runDepth > 0 || callbackDepth > 0 || phase == .closing }

  /// Adds a member, which ends when the loop is closed, before anything is dropped, in the order of the
  /// calls. If the close has to wait for a callback to return, the members do not wait.
  package func add(_ member: LoopMember) -> UInt64 {
    lastMember += 1
    members[lastMember] = member
    return lastMember
  }

  /// Removes a member that has ended.
  package func removeMember(_ number: UInt64) { members[number] = nil }

  /// Ends the members, including those that are added meanwhile.
  func endMembers() {
    while !members.isEmpty {
      for number in members.keys.sorted() {
        members.removeValue(forKey: number)?.end()
      }
    }
  }

  /// Cancels the blocking work that the members have begun.
  func cancelWork() {
    ending { for number in members.keys.sorted() { members[number]?.cancelWork() } }
  }
}

/// What lives on a loop: a store.
package struct LoopMember {
  /// Ends it: the loop is closing.
  let end: () -> Void
  /// Cancels its effects at work that the end of a program waits for.
  let cancelWork: () -> Void

  package init(end: @escaping () -> Void, cancelWork: @escaping () -> Void) {
    self.end = end
    self.cancelWork = cancelWork
  }
}
