/// The running effects of one store, by feature and by id.
///
/// The part of the store's core that effects know. The subclass adds the other parts, which are untyped slots here.
@usableFromInline
package class EffectTable {
  package final let loop: Loop
  @usableFromInline final let root = ScopeNode(parent: nil, key: nil, kind: .feature)
  /// The ids of running effects.
  @safe @exclusivity(unchecked) final var marks: [AnyHashable: CancelMark] = [:]
  /// The ``TurnQueues`` in use, created by the first serial or limited effect.
  @safe @usableFromInline @exclusivity(unchecked) final var turns: AnyObject?
  /// A ``RefusedSender`` for each effect that has sent while a store was busy, by the effect's serial.
  @safe @exclusivity(unchecked) final var busySenders: [UInt64: AnyObject] = [:]
  /// The number of running effects.
  @safe @exclusivity(unchecked) package final internal(set) var count = 0
  /// The number of running effects that ``Loop/effectLimit`` does not count.
  @safe @exclusivity(unchecked) final var uncountedCount = 0
  @safe @exclusivity(unchecked) package final private(set) var isEnded = false
  /// Whether the store accepts actions: it has not ended, and no derived value is being computed.
  @safe @exclusivity(unchecked) package final internal(set) var isOpen = true
  @safe @exclusivity(unchecked) private final var lastSerial: UInt64 = 0
  /// The running burst.
  // Unchecked, as in the store: every send accesses it, on the loop's thread.
  @safe @usableFromInline @exclusivity(unchecked) package final var burst = Burst()
  @safe @exclusivity(unchecked) package final var issues = IssueReports()
  /// Nil unless the store is traced or replayed.
  @safe @exclusivity(unchecked) final var effectJournal: (any EffectJournal)? {
    didSet {
      (isTraced, isNoted) = (effectJournal != nil, effectJournal != nil || agesSince != nil)
    }
  }
  /// The time of the first ``noteAges()``. Effects record their starts from then on.
  @safe @exclusivity(unchecked) private final var agesSince: UInt64?
  /// Whether an effect records its start, for a journal or for its age.
  @safe @exclusivity(unchecked) private(set) final var isNoted = false
  @safe @usableFromInline @exclusivity(unchecked) private(set) final var isTraced = false
  /// The effect whose error is being passed on.
  @safe @exclusivity(unchecked) final var failing: EffectEntry?
  /// Whether the effects of a restored state are being started.
  @safe @exclusivity(unchecked) final var isRestoring = false
  /// Handles a dismissal from a feature that is not presented. If nil, the table reports the issue
  /// `dismiss-unavailable`.
  package final var onRootDismissal: (() -> Void)?

  /// Creates a table. If this is not the loop's thread, the table has already ended and reports the issue `off-thread`.
  @usableFromInline
  init(of loop: Loop) {
    let isOurs = loop.isCurrentThread
    // The store is used on this thread, so it must not share anything with a loop of another thread.
    self.loop = isOurs ? loop : Loop.ended()
    LiveObjects.add()
    if isOurs { return }
    end()
    report(
      .offThread,
      "a store was made on a thread that is not its loop's; it has ended, and takes no action. Make it on the "
        + "main actor, or in code that Loop.run runs")
  }

  deinit { LiveObjects.remove() }

  /// Called when an effect, an `AnyEffectNode`, starts to wait before it is accepted. Subclasses override it.
  func holdsBack(_ effect: AnyObject) {}

  final func nextSerial() -> UInt64 {
    lastSerial += 1
    return lastSerial
  }

  /// The source of actions that the current step sends immediately.
  final var stepSource: ActionSource { effectJournal?.stepSource ?? .program }

  /// Returns the running burst's task tree. The table holds it until the burst ends, a shared one until its own end.
  final func burstTaskTree() -> Uncounted<TaskTree> {
    if let taskTree = burst.taskTree { return Uncounted(taskTree) }
    if !burst.isTracked { return sharedTaskTree() }
    let made = TaskTree(loop)
    burst.taskTree = made
    return Uncounted(made)
  }

  /// Returns the task tree of effects that belong to no send.
  final func sharedTaskTree() -> Uncounted<TaskTree> {
    if let shared = burst.shared { return Uncounted(shared) }
    let made = TaskTree(loop, isShared: true)
    burst.shared = made
    return Uncounted(made)
  }

  /// Cancels all effects, and accepts no further effects.
  ///
  /// - Returns: the ended nodes that remember something, the outer ones first.
  @discardableResult
  final func end() -> [ScopeNode] {
    guard !isEnded else { return [] }
    isEnded = true
    isOpen = false
    return root.end()
  }

  /// Cancels all effects, and the chain members that would start next. New effects may start afterwards.
  ///
  /// - Returns: the ended nodes that remember something, the outer ones first.
  final func restart() -> [ScopeNode] {
    let left = root.end()
    root.reopen()
    loop.releaseEnded()
    return left
  }

  /// Notes the start of each effect from now on.
  package final func noteAges() {
    agesSince = agesSince ?? loop.now
    isNoted = true
  }

  @inline(never)
  final func noteStart(of entry: EffectEntry) {
    if agesSince != nil { entry.began = loop.now }
    effectJournal?.began(entry.serial)
  }

  /// The nanoseconds since the start of an effect, or since the first ``noteAges()`` if it came later.
  package final func age(of entry: EffectEntry) -> UInt64 {
    loop.now - max(entry.began, agesSince ?? 0)
  }

  /// Handles a dismissal by a feature that is not presented.
  final func dismissRoot() {
    if let onRootDismissal { return onRootDismissal() }
    report(.dismissUnavailable, "dismiss was called, but nothing is presented")
  }
}

/// Records the effects of each step.
protocol EffectJournal: AnyObject {
  /// The source of actions that the current step sends immediately.
  var stepSource: ActionSource { get }
  /// Records that an effect has started.
  func began(_ serial: UInt64)
  /// Records that an effect has ended.
  func ended(_ serial: UInt64)
  /// Records that an issue was reported.
  func note(_ issue: Issue)
}

/// The data that a store adds to its issues.
package struct IssueReports {
  /// The test that created the store.
  let test = RunningTests.current
  /// Returns the place of a feature in the state, given the keys that lead to it, for issues of its effects. Nil for
  /// typed state, which has no places.
  package var locate: (([ScopeKey]) -> String)?
  /// The ``EffectEntry`` whose issue is being reported.
  var effect: AnyObject?
}
