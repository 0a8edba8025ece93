/// An effect that takes time: its description and, once accepted, its record.
///
/// The record is in the store's table exactly from the acceptance until the effect has finished or was
/// cancelled. One object is both, since few effects are accepted twice. A second acceptance makes another
/// record of the same description.
///
/// Everything here happens on the thread of the store's loop; that is what makes it `Sendable`.
@usableFromInline
package class EffectEntry: AnyEffectNode, QueuedEffect, @unchecked Sendable {
  // Set by the acceptance. Unmanaged, so that using them retains nothing; the references below keep them
  // alive. The root and the shared task tree are kept by the table.
  @safe @exclusivity(unchecked) private(set) var heldTable: Uncounted<EffectTable>!
  @safe @exclusivity(unchecked) private(set) var heldScope: Uncounted<ScopeNode>!
  @safe @exclusivity(unchecked) @usableFromInline private(set) var heldTaskTree:
    Uncounted<TaskTree>!
  @safe @exclusivity(unchecked) private var keptTable: EffectTable?
  @safe @exclusivity(unchecked) private var keptScope: ScopeNode?
  @safe @exclusivity(unchecked) private var keptTaskTree: TaskTree?
  @safe @usableFromInline @exclusivity(unchecked) package private(set) var serial: UInt64 = 0
  /// Which part of an effect that follows the state it is.
  @safe @exclusivity(unchecked) private(set) var part = EffectPart()
  /// When its timer is due, by the clock of its effect, negative before the clock began; nil for other work.
  @safe @exclusivity(unchecked) var due: Int64?
  /// Whether its timer has fired, and all that is left is to end.
  @safe @exclusivity(unchecked) var hasFired = false
  @safe @exclusivity(unchecked) private(set) var groups: CancelGroup?
  /// An ``EffectSink`` for the effect's actions. Not typed here; the code that sends knows the type.
  @safe @usableFromInline @exclusivity(unchecked) private(set) var heldSink: Uncounted<AnyObject>!
  /// Released at the end, because a chain holds its links and a link may hold this effect.
  @safe @exclusivity(unchecked) private var join: Join?

  @safe @usableFromInline @exclusivity(unchecked) package private(set) var isCancelled = false
  @safe @usableFromInline @exclusivity(unchecked) package private(set) var isFinished = false
  /// Whether the rest of its chains is delayed by it.
  @safe @exclusivity(unchecked) final var isDelay = false
  /// Whether ``Loop/effectLimit`` does not count it.
  @safe @exclusivity(unchecked) private var isPlaceless = false
  @safe @exclusivity(unchecked) private var amongScope = Links<EffectEntry>()
  @safe @exclusivity(unchecked) private var amongTaskTree = Links<EffectEntry>()

  package var table: EffectTable { heldTable.object }
  package var scope: ScopeNode { heldScope.object }
  package var taskTree: TaskTree { heldTaskTree.object }

  /// Whether this object is a record already, so that another acceptance needs a new one.
  final var isAccepted: Bool { heldTable != nil }
  /// Whether nothing more is delivered; true already while a cancelled effect is being stopped.
  @inlinable package var isOver: Bool { isFinished || isCancelled }

  override package final func accept(_ acceptance: Acceptance, anySink: AnyObject) {
    guard !acceptance.isCancelled else { return }
    let entry = isAccepted ? copy() : self
    entry.register(acceptance, anySink)
    if entry.isRefused() { return }
    // Not at once: an effect that comes up in a dispatch begins in the next one, after its burst.
    entry.heldTable.with { $0.loop.begin(entry) }
  }

  /// Counts no more among those that the limit lets in: it was refused, or what it stands for takes its place.
  final func giveUpPlace() {
    isPlaceless = true
    heldTable.with { $0.placeless += 1 }
  }

  /// Another record of this description. For subclasses.
  func copy() -> EffectEntry { preconditionFailure("an effect that cannot be accepted again") }

  /// Registers the effect and the sink for its actions, once. The caller begins the work.
  final func register(_ acceptance: Acceptance, _ sink: AnyObject) {
    heldSink = .retained(sink)
    part = acceptance.part
    heldTable = acceptance.heldTable
    keptTable = acceptance.table
    heldTable.with { table in
      heldTaskTree = acceptance.heldTaskTree ?? table.burstTaskTree()
      serial = table.nextSerial()
      table.count += 1
      if let journal = table.effectJournal { journal.began(serial) }
    }
    LiveObjects.add()
    // One reference for the lists that it is in, released when it leaves them.
    _ = Uncounted.retained(self)
    if let join = acceptance.join {
      self.join = join
      join.enter()
    }
    heldTaskTree.with { taskTree in
      if !taskTree.isShared { keptTaskTree = taskTree }
      taskTree.enter(self)
    }
    heldScope = acceptance.heldScope
    heldScope.with { scope in
      if !scope.isRoot { keptScope = scope }
      scope.entries.append(self)
    }
    if let groups = acceptance.groups {
      self.groups = groups
      for group in groups.outward { group.insert(self) }
    }
  }

  deinit {
    if isAccepted {
      heldSink.release()
      LiveObjects.remove()
    }
  }

  /// Stops the work of a cancelled effect. For subclasses.
  package func stop() {}

  /// Begins the work, at the loop's next turn. For subclasses.
  package func begin() {}

  /// Ends the effect: none of its actions is delivered any more. Does nothing once it has ended.
  package func cancel() {
    guard !isFinished, !isCancelled else { return }
    isCancelled = true
    heldTable.with { $0.forget(self) }
    stop()
    // The work may have finished while it was being stopped.
    if !isFinished { leave() }
  }

  /// Gives up the effect, and the rest of the chains that it is part of, since the loop is finished. One that follows the
  /// state is not over: it begins once more in a store that goes on from here.
  package final func drop() {
    if !isFinished, part.isFollowed { followed?.refuse(self) }
    stopChains()
    cancel()
  }

  /// Ends the chains that it is part of: their later links never begin.
  final func stopChains() { join?.stopChains() }

  /// Ends the effect after its work has completed. Does nothing after a cancel.
  package func finish() {
    guard !isFinished else { return }
    leave()
  }

  // The chain goes on before the task tree is left and the node pruned, since its next link registers with
  // both. The node is pinned meanwhile: what waited for this effect may begin and end before the next link.
  private func leave() {
    isFinished = true
    heldTable.with { table in
      table.count -= 1
      if isPlaceless { table.placeless -= 1 }
      if let journal = table.effectJournal { journal.ended(serial) }
    }
    heldScope.with { $0.entries.remove(self) }
    // No id finds it any more.
    if let groups { for group in groups.outward { group.remove(self) } }
    if let join {
      self.join = nil
      heldScope.with { scope in scope.pinned { join.leave() } }
    }
    heldTaskTree.with { $0.leave(self) }
    heldScope.with { $0.prune() }
    Uncounted(self).release()
  }

  /// The chain that it is a link of, until it ends.
  final var chain: Chain? { join?.chain }

  /// Whether it has begun work that the end of the program waits for, and that has not ended. For subclasses.
  var isAtWork: Bool { false }

  /// Whether something around it says that the end of the program waits for it. Until it ends.
  final var isAwaited: Bool { join?.isAwaited ?? false }

  /// The chains that it is part of, until it ends; the innermost first.
  final var chains: [Chain] { join.map { Array($0.chains) } ?? [] }

  /// Notes that what it stands for begins, so that a snapshot, and the loop's limit, have that in its place.
  final func givesWay() {
    part = EffectPart()
    giveUpPlace()
  }

  /// Whether it is at work, or the links after it in a chain are still to come.
  final var isLeft: Bool { !hasFired || join?.innermostChain != nil }

  /// Delivers an action of the effect's type, unless the effect is over. The caller retains the effect.
  @inlinable
  package final func send<Action>(_ action: Action) {
    if !isOver { deliver(action) }
  }

  @inlinable
  final func deliver<Action>(_ action: Action) {
    deliver(action, as: ActionSource(effect: serial))
  }

  @inlinable @inline(__always)
  final func deliver<Action>(_ action: Action, as source: ActionSource) {
    heldSink.with {
      unsafe unsafeDowncast($0, to: EffectSink<Action>.self)
        .send(action, from: Delivery(held: heldTaskTree, source: source))
    }
  }

  /// Ends the effect with an error, which goes to the nearest `catch` or is reported as the issue
  /// `effect-threw`. Does nothing once cancelled. The caller retains the effect.
  package final func fail(_ error: any Error) {
    guard !isOver else { return }
    if !passOn(error) { table.report(.effectThrew, "\(error)", of: self) }
    finish()
  }

  /// Hands an error to the nearest `catch`; false if there is none.
  final func passOn(_ error: any Error) -> Bool {
    heldSink.with {
      unsafe unsafeDowncast($0, to: AnyEffectSink.self)
        .fail(error, from: Delivery(held: heldTaskTree, source: ActionSource(caughtOf: serial)))
    }
  }

  enum AmongScope: LinkPlace {
    static subscript(_ entry: EffectEntry) -> Links<EffectEntry> {
      get { entry.amongScope }
      set { entry.amongScope = newValue }
    }
  }

  enum AmongTaskTree: LinkPlace {
    static subscript(_ entry: EffectEntry) -> Links<EffectEntry> {
      get { entry.amongTaskTree }
      set { entry.amongTaskTree = newValue }
    }
  }

  /// Asks for the dismissal of the presentation that this effect belongs to.
  package func dismiss() {
    guard !isOver else { return }
    guard let presentation = scope.presentation else { return table.dismissRoot() }
    guard presentation.kind == .presentation else { return }
    presentation.requestDismissal(
      from: Delivery(taskTree: taskTree, source: ActionSource(effect: serial)))
    cancel()
  }
}

extension ScopeNode {
  /// Sends the dismiss action of this presentation, once, and only while it is up.
  func requestDismissal(from delivery: Delivery) {
    guard !isEnded, !isDismissing, let dismiss else { return }
    isDismissing = true
    dismiss(Delivery(taskTree: delivery.taskTree, dismissing: self, source: delivery.source))
  }
}
