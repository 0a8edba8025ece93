internal import Synchronization

/// Runs one kind of callback effect: the primitive behind effects in C.
package protocol EffectDriver {
  /// Begins the work, on the loop's thread. The work must call `finish` once.
  static func begin(_ effect: DrivenEntry)
  /// The effect was cancelled after it had begun.
  static func stop(_ effect: DrivenEntry)
}

/// A driver's data for one effect: plain pointers in the effect's own object, without ownership.
@safe package struct DriverWords: BitwiseCopyable {
  package let first, second, third: UnsafeRawPointer?

  /// For a driver that finds everything in the effect's owner.
  @safe package static var none: DriverWords { unsafe DriverWords(nil, nil, nil) }

  package init(_ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?, _ third: UnsafeRawPointer?)
  {
    unsafe self.first = first
    unsafe self.second = second
    unsafe self.third = third
  }
}

/// A callback effect that begins at the loop's next turn.
package final class DrivenEntry: EffectEntry, @unchecked Sendable {
  private let driver: any EffectDriver.Type
  package let words: DriverWords
  /// Whether its work cannot be stopped and ends on its own: the end of the program waits for it.
  private let endsByItself: Bool
  /// Whether it counts among the work that the end of the program waits for.
  @safe @exclusivity(unchecked) private(set) var isCounted = false
  /// Keeps alive what the words point to.
  @safe @exclusivity(unchecked) package private(set) var owner: AnyObject?
  @safe @exclusivity(unchecked) private var hasBegun = false
  // State that other threads may read. Everything else belongs to the loop's thread.
  private let stopped = Atomic<Bool>(false)
  private let answered = Atomic<Bool>(false)
  /// The work that a worker does for it, if any, and its place in the pool.
  @safe @exclusivity(unchecked) var blocking: (work: DrivenWork, job: WorkerJob)?
  /// The turn of the serial effect that it is part of, until its code has answered.
  @safe @exclusivity(unchecked) fileprivate var turn: (any EffectTurn)?

  package init(
    _ driver: any EffectDriver.Type, _ words: DriverWords, owner: AnyObject?,
    endsByItself: Bool = false
  ) {
    self.driver = driver
    self.words = words
    self.owner = owner
    self.endsByItself = endsByItself
  }

  // Released here and not after the `deinit`: code that sees that the effect is gone may rely on its owner
  // being gone too.
  deinit {
    blocking = nil
    owner = nil
  }

  /// Why the action did not fit that its code is sending.
  @safe @exclusivity(unchecked) var refusal: (any Error)?

  /// Delivers an action while no store is busy, so that it is reduced before this returns.
  ///
  /// - Returns: why it did not fit; nil if it did.
  package func sendDirectly<Action>(_ action: Action) -> (any Error)? {
    if isOver { return nil }
    deliver(action, as: ActionSource(directlyFrom: serial))
    return refusal == nil ? nil : refusal.take()
  }

  override func copy() -> EffectEntry {
    DrivenEntry(driver, words, owner: owner, endsByItself: endsByItself)
  }

  override package func begin() {
    if endsByItself || isAwaited { return beginAwaited() }
    beginWork()
  }

  /// Work that ends while it begins is not counted, nor what a worker does, which is waited for in any case.
  private func beginAwaited() {
    if heldLoop.with({ $0.tally.isCancelled }) { return drop() }
    beginWork()
    guard !isAnswered, blocking == nil else { return }
    isCounted = true
    countAwaited(1)
  }

  /// The effect may be the last that keeps the loop, so it lives until the count is written.
  private func countAwaited(_ change: Int) {
    withExtendedLifetime(self) { heldLoop.with { $0.tally.awaited += change } }
  }

  /// Called when its code has answered, even after a cancellation. On the loop's thread.
  func workEnded() {
    guard isCounted else { return }
    isCounted = false
    countAwaited(-1)
  }

  private func beginWork() {
    driver.begin(self)
    hasBegun = true
    // Cancelled inside its own start: the work is stopped once that has returned.
    if isCancelled { halt() }
  }

  override package func stop() {
    if hasBegun { halt() }
  }

  /// A reference for the effect's own code, which answers with it.
  package func handOut() -> Uncounted<DrivenEntry> {
    turn = groups?.turn
    turn?.enter()
    return .retained(self)
  }

  private func halt() {
    stopped.store(true, ordering: .releasing)
    driver.stop(self)
  }

  // MARK: - Any thread, once it has begun

  /// The loop that it runs on. The effect holds it.
  package var heldLoop: Uncounted<Loop> {
    heldTable.with { Uncounted($0.loop) }
  }

  /// Whether no more actions are delivered. The loop's thread knows it at once, other threads once the
  /// effect was told to stop.
  package func isStopped(onItsThread: Bool) -> Bool {
    if stopped.load(ordering: .acquiring) { return true }
    return heldTable.with {
      $0.loop.isClosed || onItsThread && (isCancelled || $0.isEnded)
    }
  }

  /// Notes a dismissal that another thread hands over, which will cancel the effect: its code sends nothing
  /// after it. What it has sent before is still delivered.
  ///
  /// - Returns: false if it was stopped already.
  package func stopByDismissal() -> Bool {
    guard heldScope.with({ $0.presentation?.kind == .presentation }) else { return true }
    return !stopped.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// Whether its own code has said that it is finished.
  package var isAnswered: Bool { answered.load(ordering: .acquiring) }

  override var isAtWork: Bool { (blocking != nil || isCounted) && !isAnswered }

  /// Marks the effect as answered; true for the first call.
  package func takeAnswer() -> Bool {
    let isFirst = !answered.exchange(true, ordering: .acquiringAndReleasing)
    if isFirst { blocking?.work.noteAnswer() }
    return isFirst
  }

  /// Answers an effect, and takes back the reference that its code had. Calls `end` on the loop's thread, for
  /// the first answer only.
  ///
  /// The reference travels with the message, so that the calling thread holds nothing of the effect once the
  /// loop's thread has seen its end.
  package static func answer(
    _ reference: Uncounted<DrivenEntry>, _ end: @escaping @Sendable (EffectEntry) -> Void
  ) {
    guard reference.with({ $0.takeAnswer() }) else { return reference.release() }
    guard reference.with({ $0.isOnItsThread }) else {
      let inbox = reference.with { $0.heldLoop.with { $0.inbox } }
      let turn = reference.with { $0.turn.take() }
      return EffectMessage(to: inbox, about: reference.consume(), turn, end).send()
    }
    let loop = reference.with { $0.heldLoop.object }
    loop.ending {
      let effect = reference.consume()
      end(effect)
      effect.workEnded()
      effect.turn.take()?.leave()
    }
  }
}
