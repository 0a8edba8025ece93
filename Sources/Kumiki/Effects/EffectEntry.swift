/// One running effect: in the store's table exactly from its acceptance until it has finished or
/// was cancelled.
///
/// Everything here happens on the thread of the store's loop; that is what makes it `Sendable`.
@usableFromInline
package class EffectEntry: @unchecked Sendable {
  package let table: EffectTable
  package let scope: ScopeNode
  package let cascade: Cascade
  package let serial: UInt64
  let groups: CancelGroup?
  /// Let go of at the end: a chain holds its links, and a link may hold what runs.
  @exclusivity(unchecked) private var join: Join?

  @exclusivity(unchecked) package private(set) var isCancelled = false
  @exclusivity(unchecked) package private(set) var isFinished = false
  @exclusivity(unchecked) private var amongScope = Links<EffectEntry>()
  @exclusivity(unchecked) private var amongCascade = Links<EffectEntry>()

  /// Nothing more is delivered: true already while a cancelled effect is being stopped.
  package var isOver: Bool { isFinished || isCancelled }
  /// Nothing can be delivered any more, by a cancel or by the store's end.
  package var isCutOff: Bool { isCancelled || table.isEnded }

  /// Registers the effect. The caller begins the work.
  package init(_ acceptance: Acceptance) {
    table = acceptance.table
    scope = acceptance.scope
    cascade = acceptance.cascade ?? table.burstCascade()
    groups = acceptance.groups
    join = acceptance.join
    serial = table.nextSerial()
    LiveObjects.add()
    // One reference for all the lists that it is in, until it leaves them.
    _ = Unmanaged.passRetained(self)
    if let join { join.enter() }
    cascade.enter(self)
    scope.entries.append(self)
    if groups != nil { enterGroups() }
    table.count += 1
  }

  deinit { LiveObjects.remove() }

  /// What is to be done when the effect is cancelled while it runs. For subclasses.
  package func stop() {}

  /// Has `begin` called at the loop's next turn.
  final func beginSoon() { table.loop.begin(self) }

  /// Begins what is to begin at the loop's next turn. For subclasses.
  func begin() {}

  /// Ends the effect: no action of it is delivered any more. Nothing after it has ended.
  package func cancel() {
    guard !isFinished, !isCancelled else { return }
    isCancelled = true
    stop()
    // Not where the work, told to stop, has answered by finishing.
    if !isFinished { leave() }
  }

  /// The effect has completed by itself. Nothing after a cancel.
  package func finish() {
    guard !isFinished else { return }
    leave()
  }

  // The chain goes on before the cascade is left and the node pruned: its next link registers here.
  private func leave() {
    isFinished = true
    table.count -= 1
    scope.entries.remove(self)
    if groups != nil { leaveGroups() }
    if let join {
      self.join = nil
      join.leave()
    }
    cascade.leave(self)
    scope.prune()
    Unmanaged.passUnretained(self).release()
  }

  private func enterGroups() {
    var list = groups
    while let here = list {
      here.insert(self)
      list = here.outer
    }
  }

  private func leaveGroups() {
    var list = groups
    while let here = list {
      here.remove(self)
      list = here.outer
    }
  }

  enum AmongScope: LinkPlace {
    static subscript(_ entry: EffectEntry) -> Links<EffectEntry> {
      get { entry.amongScope }
      set { entry.amongScope = newValue }
    }
  }

  enum AmongCascade: LinkPlace {
    static subscript(_ entry: EffectEntry) -> Links<EffectEntry> {
      get { entry.amongCascade }
      set { entry.amongCascade = newValue }
    }
  }

  /// Asks for the dismissal of the presentation that this effect belongs to.
  package func dismiss() {
    guard !isOver else { return }
    guard let presentation = scope.presentation else { return table.dismissRoot(from: scope) }
    guard presentation.kind == .presentation else { return }
    presentation.requestDismissal(from: Delivery(cascade: cascade))
    cancel()
  }
}

extension ScopeNode {
  /// Sends the dismiss action of this presentation, once, and only while it is up.
  func requestDismissal(from delivery: Delivery) {
    guard !isEnded, !isDismissing, let dismiss else { return }
    isDismissing = true
    dismiss(Delivery(cascade: delivery.cascade, dismissing: self))
  }
}
