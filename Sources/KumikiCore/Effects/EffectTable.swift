/// The running effects of one store, by feature and by id.
@usableFromInline
package final class EffectTable {
  package let loop: Loop
  package let identifiers: Identifiers
  /// The test in which the store was made.
  let test = RunningTests.current
  @usableFromInline let root = ScopeNode(parent: nil, key: nil, kind: .feature)
  /// The ids that something runs under.
  @safe @exclusivity(unchecked) var marks: [AnyHashable: CancelMark] = [:]
  /// While a dismissal is reduced that an effect has asked for: the presentation that it is in.
  @safe @usableFromInline @exclusivity(unchecked) var dismissing: ScopeNode?
  /// The ``TurnQueues`` in use, made by the first serial or limited effect.
  @safe @usableFromInline @exclusivity(unchecked) var turns: AnyObject?
  /// A ``RefusedSender`` for each effect that has sent while a store was busy, by its serial.
  @safe @exclusivity(unchecked) var busySenders: [UInt64: AnyObject] = [:]
  /// Effects in flight.
  @safe @exclusivity(unchecked) package internal(set) var count = 0
  /// How many of them ``Loop/effectLimit`` does not count.
  @safe @exclusivity(unchecked) var placeless = 0
  @safe @exclusivity(unchecked) package private(set) var isEnded = false
  /// Whether the store takes actions: it has not ended, and no derived value is being computed.
  @safe @exclusivity(unchecked) package private(set) var isOpen = true
  /// The derived value that is being computed.
  @safe @exclusivity(unchecked) package internal(set) var deriving: DerivedNode?
  /// Whether that began in a burst whose observers were not being notified yet.
  @safe @exclusivity(unchecked) var derivesInBurst = false
  /// How many derived values are being computed, each asked for by the one before.
  @safe @exclusivity(unchecked) var derivingDepth = 0 {
    didSet { isOpen = derivingDepth == 0 && !isEnded }
  }
  /// How many writes of bindings reducers have handled, or issues have told to be lost: it shows a view whether its
  /// own was.
  package var handledBindings: UInt64 = 0
  /// Whether the running burst has a transaction from an effect, and the transaction before that.
  @safe @usableFromInline @exclusivity(unchecked) var isAnimated = false
  @safe @exclusivity(unchecked) var outerTransaction: (any Sendable)?
  /// The task tree of the running burst, made when one of its effects outlives the step.
  // Unchecked, as in the store: every send looks here, on the loop's thread.
  @safe @usableFromInline @exclusivity(unchecked) var taskTree: TaskTree?
  /// False during a burst without a handle: its effects share one task tree, which is never waited for or
  /// cancelled.
  @safe @usableFromInline @exclusivity(unchecked) var isTracked = true
  @safe @exclusivity(unchecked) private var untracked: TaskTree?
  @safe @exclusivity(unchecked) private var lastSerial: UInt64 = 0
  /// Where the action comes from that is being reduced.
  @safe @usableFromInline @exclusivity(unchecked) package var source = ActionSource.program
  /// Where the action comes from that the program is sending. The step of that action takes it, or the buffer: what else
  /// is sent in the same burst comes from elsewhere.
  @safe @exclusivity(unchecked) package var sending = ActionSource.program
  /// Notes ids, dates and effects of each step. Nil unless the store is traced or replayed.
  @safe @exclusivity(unchecked) package var journal: StepJournal? {
    didSet {
      identifiers.journal = journal
      isTraced = journal != nil
    }
  }
  @safe @usableFromInline @exclusivity(unchecked) private(set) var isTraced = false

  /// Takes where the action comes from that the program is sending.
  @usableFromInline
  package func takeSending() -> ActionSource {
    defer { sending = .program }
    return sending
  }

  /// Tells the step before, while nothing is reduced.
  @usableFromInline @inline(never)
  func stepEnded() { journal?.stepEnded?() }

  /// The source of actions that the present step sends at once.
  var stepSource: ActionSource { journal.map { ActionSource(sentBy: $0.step) } ?? .program }
  /// While the effects of a restored state begin: what they were in the snapshot. Nil at other times.
  package var restored: [FollowedName: RestoredEffect]?
  /// The keys of the features around that which is looked at meanwhile, the outermost first.
  var restoredWay: [ScopeKey] = []
  /// Where in the state a feature is, by the keys that lead to it: for issues of its effects. Nil for typed state,
  /// which has no places.
  package var locate: (([ScopeKey]) -> String)?
  /// Handles a dismissal from a feature that nobody presented. If nil, the table reports the issue
  /// `dismiss-unavailable`.
  package var onRootDismissal: (() -> Void)?
  /// The effect whose issue is being reported.
  package private(set) var reported: EffectEntry?

  /// On a thread that is not the loop's, the table has ended and reports the issue `off-thread`.
  @usableFromInline
  package init(loop: Loop) {
    _ = Self.tellsItsTest
    let isOurs = loop.isCurrentThread
    // The store is used on this thread, so it must not share anything with a loop of another one.
    self.loop = isOurs ? loop : Loop.ended()
    identifiers = Identifiers(isCounting: loop.kind == .virtual)
    LiveObjects.add()
    if isOurs { return }
    end()
    report(
      .offThread,
      "a store was made on a thread that is not its loop's; it has ended, and takes no action. Make it on the "
        + "main actor, or in code that Loop.run runs")
  }

  deinit { LiveObjects.remove() }

  func nextSerial() -> UInt64 {
    lastSerial += 1
    return lastSerial
  }

  /// The task tree of the running burst. Held here until the burst's end, a shared one until the table's.
  func burstTaskTree() -> Uncounted<TaskTree> {
    if let taskTree { return Uncounted(taskTree) }
    if !isTracked { return sharedTaskTree() }
    let made = TaskTree(loop)
    taskTree = made
    return Uncounted(made)
  }

  /// The task tree of effects that belong to no send.
  func sharedTaskTree() -> Uncounted<TaskTree> {
    if let untracked { return Uncounted(untracked) }
    let made = TaskTree(loop, isShared: true)
    untracked = made
    return Uncounted(made)
  }

  /// Cancels all effects, and accepts none any more.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    isOpen = false
    root.end()
  }

  /// Cancels all effects, and the chain links that would be next. New effects may begin afterwards.
  func restart() {
    root.end()
    root.reopen()
    loop.letGoOfEnded()
  }

  /// The effects of a restored state have begun: those that asked for turns have them, in the order of the snapshot.
  package func endRestoring() {
    restored = nil
    (turns as? TurnQueues)?.endRestoring()
  }

  /// Cancels the effects at work that the end of a program waits for, with the rest of their chains.
  func cancelWork() { for entry in inFlight where entry.isAtWork { entry.drop() } }

  /// Handles a dismissal by a feature that is not presented.
  func dismissRoot() {
    if let onRootDismissal { return onRootDismissal() }
    report(.dismissUnavailable, "dismiss was called where nothing is presented")
  }

  /// Reports an issue of the store to its loop. It belongs to the test in which the store was made, whichever
  /// test runs the loop.
  ///
  /// - Parameters:
  ///   - effect: the effect that the issue is about, if it is one.
  ///   - scope: the feature that it is about, if that is known.
  package func report(
    _ code: Issue.Code, _ message: String, label: String = "", actionCase: String? = nil,
    of effect: EffectEntry? = nil, in scope: ScopeNode? = nil
  ) {
    guard loop.isCurrentThread else {
      let issue = Issue(code: code, message: message, label: label, actionCase: actionCase)
      return loop.report(issue, in: test ?? RunningTests.current)
    }
    // A handler may raise another issue.
    let outer = reported
    reported = effect
    defer { reported = outer }
    var issue = Issue(code: code, message: message, label: label, actionCase: actionCase)
    if let scope = scope ?? effect?.scope, let locate {
      issue.statePath = locate(scope.upward.compactMap(\.key).reversed())
    }
    journal?.issues.append(issue)
    loop.report(issue, in: test ?? RunningTests.current)
  }
}

// MARK: - For test stores

extension EffectTable {
  /// The running effects, from the first accepted to the last.
  package var inFlight: [EffectEntry] { root.everyEntry.sorted { $0.serial < $1.serial } }
}

extension ScopeNode {
  /// The running effects here and below, in no order.
  var everyEntry: [EffectEntry] {
    var found: [EffectEntry] = []
    var stack = [self]
    while let node = stack.popLast() {
      found += node.entries.all
      node.children.append(to: &stack)
    }
    return found
  }
}

extension EffectTable {
  /// The running effect that has sent the action that is being reduced.
  package var sender: EffectEntry? {
    source.effect.flatMap { serial in inFlight.first { $0.serial == serial } }
  }
}

extension EffectEntry {
  /// The ids around the effect, innermost first: what `cancel(id:)` finds it by.
  package var ids: [AnyHashable] { groups?.outward.map(\.id) ?? [] }

  /// What it was begun for, if it follows the state.
  package var followed: FollowedEffect? { scope.memory as? FollowedEffect }
}
