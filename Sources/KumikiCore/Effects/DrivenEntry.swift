internal import Synchronization

/// Runs one kind of callback effect: the primitive that effects in C are built on.
package protocol EffectDriver {
  /// Starts the work, on the loop's thread. The work must call `finish` once.
  static func begin(_ effect: DrivenEntry)
  /// Stops the work. Called if the effect is cancelled after it has started.
  static func stop(_ effect: DrivenEntry)
}

/// A driver's data for one effect: plain pointers inside the effect object. They own nothing.
@safe package struct DriverWords: BitwiseCopyable {
  package let first, second, third: UnsafeRawPointer?

  /// The words of a driver that finds everything in the effect's owner.
  @safe package static var none: DriverWords { unsafe DriverWords(nil, nil, nil) }

  package init(_ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?, _ third: UnsafeRawPointer?)
  {
    unsafe self.first = first
    unsafe self.second = second
    unsafe self.third = third
  }
}

/// A callback effect that starts in the loop's next iteration.
package final class DrivenEntry: DirectEntry, @unchecked Sendable {
  private let driver: any EffectDriver.Type
  package let words: DriverWords
  /// Whether the work cannot be stopped and ends on its own: the end of the program waits for it.
  private let isUnstoppable: Bool
  /// Whether the effect counts as work that the end of the program waits for.
  @safe @exclusivity(unchecked) private(set) var isCounted = false
  /// Keeps the targets of the words alive.
  @safe @exclusivity(unchecked) package private(set) var owner: AnyObject?
  @safe @exclusivity(unchecked) private var hasBegun = false
  // State that other threads may read. All other state belongs to the loop's thread.
  private let stopped = Atomic<Bool>(false)
  private let completed = Atomic<Bool>(false)
  /// The work that a worker does for the effect, if any, and its job in the pool.
  @safe @exclusivity(unchecked) var blocking: (work: DrivenWork, job: WorkerJob)?
  /// The turn of the serial effect that contains this effect, held until the effect's code has completed the effect.
  @safe @exclusivity(unchecked) fileprivate var turn: (any EffectTurn)?

  package init(
    _ driver: any EffectDriver.Type, _ words: DriverWords, owner: AnyObject?,
    isUnstoppable: Bool = false
  ) {
    self.driver = driver
    self.words = words
    self.owner = owner
    self.isUnstoppable = isUnstoppable
  }

  // Released here and not after the `deinit`, because code that sees that the effect is gone may rely on its owner
  // being gone too.
  deinit {
    if blocking != nil { blocking = nil }
    if owner != nil { owner = nil }
  }

  override func copy() -> EffectEntry {
    DrivenEntry(driver, words, owner: owner, isUnstoppable: isUnstoppable)
  }

  override package func begin() {
    if isUnstoppable || isAwaited { return beginAwaited() }
    beginWork()
  }

  /// Starts awaited work. Work that ends during its start is not counted, nor is a worker's, which is always awaited.
  private func beginAwaited() {
    if heldLoop.with({ $0.tally.isCancelled }) { return drop() }
    beginWork()
    guard !isCompleted, blocking == nil else { return }
    isCounted = true
    countAwaited(1)
  }

  /// Changes the number of awaited effects. This effect lives until the number is written, because it may hold the last
  /// reference to the loop.
  private func countAwaited(_ change: Int) {
    withExtendedLifetime(self) { heldLoop.with { $0.tally.awaited += change } }
  }

  /// Stops counting a completed effect, even a cancelled one. Called on the loop's thread.
  func workEnded() {
    guard isCounted else { return }
    isCounted = false
    countAwaited(-1)
  }

  private func beginWork() {
    driver.begin(self)
    hasBegun = true
    // If the effect was cancelled during its start, the work is stopped after the start has returned.
    if isCancelled { halt() }
  }

  override package func stop() {
    if hasBegun { halt() }
  }

  /// Returns a reference for the effect's own code, which uses the reference to complete the effect.
  package func handOut() -> Uncounted<DrivenEntry> {
    if let groups {
      turn = groups.turn
      turn?.enter()
    }
    return .retained(self)
  }

  private func halt() {
    stopped.store(true, ordering: .releasing)
    driver.stop(self)
  }

  // MARK: - Callable from any thread after the start

  /// The effect's loop. The effect keeps the loop alive.
  package var heldLoop: Uncounted<Loop> {
    heldTable.with { Uncounted($0.loop) }
  }

  /// Whether no more actions are delivered. The loop's thread sees a cancellation immediately; other threads see it
  /// when the effect is stopped.
  package func isStopped(onItsThread: Bool) -> Bool {
    if stopped.load(ordering: .acquiring) { return true }
    return heldTable.with {
      $0.loop.isClosed || onItsThread && (isCancelled || $0.isEnded)
    }
  }

  /// Records a dismissal that another thread requests and that will cancel the effect: the effect's code sends nothing
  /// afterwards. Actions that it sent before are still delivered.
  ///
  /// - Returns: false if the effect was already stopped.
  package func stopByDismissal() -> Bool {
    guard heldScope.with({ $0.presentation?.kind == .presentation }) else { return true }
    return !stopped.exchange(true, ordering: .acquiringAndReleasing)
  }

  /// Whether the effect's own code has completed the effect.
  package var isCompleted: Bool { completed.load(ordering: .acquiring) }

  override var isAwaitedWork: Bool { (blocking != nil || isCounted) && !isCompleted }

  /// Marks the effect as completed. Returns true for the first call.
  package func markCompleted() -> Bool {
    let isFirst = !completed.exchange(true, ordering: .acquiringAndReleasing)
    if isFirst { blocking?.work.noteCompletion() }
    return isFirst
  }

  /// Completes an effect and takes back the reference that the effect's code had. Calls `end` on the loop's thread, for
  /// the first completion only. Returns the loop if that was done here.
  ///
  /// The reference travels with the message, so that the calling thread holds no part of the effect once the loop's
  /// thread has seen its end.
  @discardableResult
  package static func complete(
    _ reference: Uncounted<DrivenEntry>, _ end: @escaping @Sendable (EffectEntry) -> Void
  ) -> Loop? {
    guard reference.with({ $0.markCompleted() }) else {
      reference.release()
      return nil
    }
    guard reference.with({ $0.isOnItsThread }) else {
      let inbox = reference.with { $0.heldLoop.with { $0.inbox } }
      let turn = reference.with { $0.turn.take() }
      EffectMessage(to: inbox, about: reference.consume(), turn, end).send()
      return nil
    }
    let loop = reference.with { $0.heldLoop.object }
    loop.ending {
      let effect = reference.consume()
      end(effect)
      effect.workEnded()
      effect.turn.take()?.leave()
    }
    return loop
  }
}
