/// An effect that takes time: its description and, once accepted, its record.
///
/// The record is in the store's table from the acceptance until the effect has finished or was cancelled. One object
/// serves as both, because few effects are accepted twice. A second acceptance creates another record of the same
/// description.
///
/// `Sendable` because everything here happens on the thread of the store's loop.
@usableFromInline
package class EffectEntry: AnyEffectNode, QueuedEffect, @unchecked Sendable {
  // Set by the acceptance. Unmanaged, so that using them retains nothing; the references below keep the objects alive.
  // The table keeps the root and the shared task tree alive.
  @safe @exclusivity(unchecked) private(set) var heldTable: Uncounted<EffectTable>!
  @safe @exclusivity(unchecked) private(set) var heldScope: Uncounted<ScopeNode>!
  @safe @exclusivity(unchecked) @usableFromInline private(set) var heldTaskTree:
    Uncounted<TaskTree>!
  @safe @exclusivity(unchecked) private var keptTable: EffectTable?
  @safe @exclusivity(unchecked) private var keptScope: ScopeNode?
  @safe @exclusivity(unchecked) private var keptTaskTree: TaskTree?
  @safe @usableFromInline @exclusivity(unchecked) package private(set) var serial: UInt64 = 0
  /// The part of a state-driven effect that this entry is.
  @safe @exclusivity(unchecked) private(set) var part = EffectPart()
  /// The due time of its timer, on the timer's clock, negative before the clock's start; nil for other work.
  @safe @exclusivity(unchecked) var due: Int64?
  /// Whether its timer has fired, so that the entry only has to end.
  @safe @exclusivity(unchecked) var hasFired = false
  @safe @exclusivity(unchecked) private(set) var groups: CancelGroup?
  /// An ``EffectSink`` for the effect's actions. Untyped here; the sending code knows the type.
  @safe @usableFromInline @exclusivity(unchecked) private(set) var heldSink: Uncounted<AnyObject>!
  /// Released at the end, because a chain holds its members and a member may hold this effect.
  @safe @exclusivity(unchecked) private var join: Join?

  @safe @usableFromInline @exclusivity(unchecked) package private(set) var isCancelled = false
  @safe @usableFromInline @exclusivity(unchecked) package private(set) var isFinished = false
  /// The time of its start; 0 before a list of effects asks for ages.
  @safe @exclusivity(unchecked) final var began: UInt64 = 0
  /// Whether the rest of its chains waits for this effect.
  @safe @exclusivity(unchecked) final var isDelay = false
  /// Whether ``Loop/effectLimit`` does not count this effect.
  @safe @exclusivity(unchecked) private var isUncounted = false
  @safe @exclusivity(unchecked) private var amongScope = Links<EffectEntry>()
  @safe @exclusivity(unchecked) private var amongTaskTree = Links<EffectEntry>()

  package var table: EffectTable { heldTable.object }
  package var scope: ScopeNode { heldScope.object }
  package var taskTree: TaskTree { heldTaskTree.object }

  /// Whether this object is already a record, so that another acceptance needs a new one.
  final var isAccepted: Bool { heldTable != nil }
  /// Whether nothing more is delivered. Already true while a cancelled effect is being stopped.
  @inlinable package var isOver: Bool { isFinished || isCancelled }

  override package final func accept(_ acceptance: Acceptance, anySink: AnyObject) {
    guard !acceptance.isCancelled else { return }
    let entry = isAccepted ? copy() : self
    entry.register(acceptance, anySink)
    if entry.isRefused() { return }
    entry.accepted()
    // Not immediately: an effect that is returned in a dispatch starts in the next dispatch, after its burst.
    entry.heldTable.with { $0.loop.begin(entry) }
  }

  /// Stops counting toward the limit: the effect was refused, or another entry counts in its place.
  final func giveUpPlace() {
    if isUncounted { return }
    isUncounted = true
    heldTable.with { $0.uncountedCount += 1 }
  }

  /// Called when the effect has been accepted and has not begun. Subclasses override it.
  func accepted() {}

  /// Returns another record of this description. Subclasses override it.
  func copy() -> EffectEntry { preconditionFailure("an effect that cannot be accepted again") }

  /// Registers the effect and the sink for its actions, once. The caller starts the work.
  final func register(_ acceptance: Acceptance, _ sink: AnyObject) {
    heldSink = .retained(sink)
    part = acceptance.part
    heldTable = acceptance.heldTable
    keptTable = acceptance.table
    heldTable.with { table in
      heldTaskTree = acceptance.heldTaskTree ?? table.burstTaskTree()
      serial = table.nextSerial()
      table.count += 1
      if table.isNoted { table.noteStart(of: self) }
    }
    LiveObjects.add()
    // One reference for the lists that contain the entry, released when the entry leaves them.
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

  /// The kind of the effect's work, for lists of effects. Subclasses override it.
  package var kind: String { "work" }

  /// Stops the work of a cancelled effect. Subclasses override it.
  package func stop() {}

  /// Starts the work, in the loop's next iteration. Subclasses override it.
  package func begin() {}

  /// Cancels the effect: none of its actions is delivered afterwards. Does nothing after the effect has ended.
  package func cancel() {
    guard !isFinished, !isCancelled else { return }
    isCancelled = true
    heldTable.with { $0.forget(self) }
    stop()
    // The work may have finished while it was being stopped.
    if !isFinished { leave() }
  }

  /// Drops the effect, and the rest of the chains that contain it, because the loop is finished. A state-driven effect
  /// is not over: it starts again in a store that continues from here.
  package final func drop() {
    if !isFinished, part.isFollowed { followed?.refuse(self) }
    stopChains()
    cancel()
  }

  /// Ends the chains that contain this effect: their later members never start.
  final func stopChains() { join?.stopChains() }

  /// Ends the effect after its work has completed. Does nothing after a cancellation.
  package func finish() {
    guard !isFinished else { return }
    leave()
  }

  // The chain continues before the task tree is left and the node is pruned: the next member registers with both. The
  // node is pinned, because an effect that waited for this one may start and end before the next member.
  private func leave() {
    isFinished = true
    heldTable.with { table in
      table.count -= 1
      if isUncounted { table.uncountedCount -= 1 }
      if let journal = table.effectJournal { journal.ended(serial) }
    }
    heldScope.with { $0.entries.remove(self) }
    // From here on no id finds the effect.
    if let groups { for group in groups.outward { group.remove(self) } }
    if let join {
      self.join = nil
      heldScope.with { scope in scope.pinned { join.leave() } }
    }
    heldTaskTree.with { $0.leave(self) }
    heldScope.with { $0.prune() }
    Uncounted(self).release()
  }

  /// The chain that has this effect as a member, until the effect ends.
  final var chain: Chain? { join?.chain }

  /// Whether the effect's work is running and the end of the program waits for it. Subclasses override it.
  var isAwaitedWork: Bool { false }

  /// Whether an operator around the effect makes the end of the program wait for it. Valid until the effect ends.
  final var isAwaited: Bool { join?.isAwaited ?? false }

  /// The chains that contain the effect, innermost first. Valid until the effect ends.
  final var chains: [Chain] { join.map { Array($0.chains) } ?? [] }

  /// Records that the held-back effect is starting, so that a snapshot and the loop's limit count it instead.
  final func handOver() {
    part = EffectPart()
    giveUpPlace()
  }

  /// Whether the effect is running, or later members of its chain have not started.
  final var isLeft: Bool { !hasFired || join?.innermostChain != nil }

  /// Delivers an action of the effect's type, unless the effect is over. The caller must retain the effect.
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

  /// Ends the effect with an error, which is passed to the nearest `catch` or reported as the issue `effect-threw`.
  /// Does nothing after a cancellation. The caller must retain the effect.
  package final func fail(_ error: any Error) {
    guard !isOver else { return }
    if !passOn(error) { table.report(.effectThrew, "\(error)", of: self) }
    finish()
  }

  /// Passes an error to the nearest `catch` or `retry`. Returns false without one.
  final func passOn(_ error: any Error) -> Bool {
    let outer = heldTable.with { exchange(&$0.failing, with: self) }
    defer { heldTable.with { $0.failing = outer } }
    return heldSink.with {
      unsafe unsafeDowncast($0, to: AnyEffectSink.self)
        .fail(error, from: Delivery(held: heldTaskTree, source: ActionSource(caughtOf: serial)))
    }
  }

  /// Passes a failure that the effect handles itself to the retries around it. Returns whether one of them tries again.
  final func retries(_ error: any Error) -> Bool {
    let sink = unsafe unsafeDowncast(heldSink.object, to: AnyEffectSink.self)
    return sequence(first: sink, next: \.outer)
      .contains { ($0.attachment as? any FailureTaker)?.takes(error, of: self) == true }
  }

  /// Returns the effect that starts when this one has failed and is tried again; nil if it cannot start again.
  /// Subclasses override it.
  func again() -> AnyEffectNode? { copy() }

  /// An acceptance like the one of this effect, for its next try. Valid until the effect ends.
  final var acceptance: Acceptance {
    var acceptance = Acceptance(table: table, scope: scope, Delivery(taskTree: taskTree))
    acceptance.heldGroups = groups.map { Uncounted($0) }
    acceptance.heldJoin = join.map { Uncounted($0) }
    acceptance.part = part
    if part.isFollowed { acceptance.part.start = .new }
    return acceptance
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

  /// Requests the dismissal of the presentation that contains this effect.
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
  /// Sends the dismiss action of this presentation, once, and only while the presentation has not ended.
  func requestDismissal(from delivery: Delivery) {
    guard !isEnded, !isDismissing, let dismiss else { return }
    isDismissing = true
    dismiss(Delivery(taskTree: delivery.taskTree, dismissing: self, source: delivery.source))
  }
}
