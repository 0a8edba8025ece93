internal import Synchronization

/// How a kind of callback effects is run: the primitive behind effects in C.
package protocol EffectDriver {
  /// Begins the work, on the loop's thread. It owes one `finish`.
  static func begin(_ effect: DrivenEntry)
  /// The effect was cancelled after it had begun.
  static func stop(_ effect: DrivenEntry)
}

/// What a driver is told of one effect. Plain words within the effect's own object, which nobody has to
/// copy or release.
package struct DriverWords: BitwiseCopyable {
  package let first, second, third: UnsafeRawPointer?

  package init(_ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?, _ third: UnsafeRawPointer?)
  {
    self.first = first
    self.second = second
    self.third = third
  }
}

/// A callback effect that begins at the loop's next turn.
package final class DrivenEntry: CallbackEntry, @unchecked Sendable {
  private let driver: any EffectDriver.Type
  package let words: DriverWords
  /// Keeps what the words point to.
  @safe @exclusivity(unchecked) package private(set) var owner: AnyObject?
  @safe @exclusivity(unchecked) private var hasBegun = false
  // What other threads may ask of an effect that they hold; all else is the loop's thread's.
  private let stopped = Atomic<Bool>(false)
  private let answered = Atomic<Bool>(false)

  package init(_ driver: any EffectDriver.Type, _ words: DriverWords, owner: AnyObject?) {
    self.driver = driver
    self.words = words
    self.owner = owner
  }

  // Here and not after: who sees that the effect has gone may rely on its owner having gone first.
  deinit { owner = nil }

  override package func accept(_ acceptance: Acceptance, anySink: AnyObject) {
    guard !acceptance.isCancelled else { return }
    if isAccepted {
      DrivenEntry(driver, words, owner: owner).take(acceptance, anySink)
    } else {
      take(acceptance, anySink)
    }
  }

  private func take(_ acceptance: Acceptance, _ sink: AnyObject) {
    register(acceptance, sink)
    beginSoon()
  }

  override func begin() {
    driver.begin(self)
    hasBegun = true
    // Inside its own start: it is told when that is over.
    if isCancelled { halt() }
  }

  override package func stop() {
    if hasBegun { halt() }
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

  /// No action of it is delivered any more. Known on the loop's thread as soon as it happens, to others
  /// when the effect was told to stop.
  package func isStopped(onItsThread: Bool) -> Bool {
    if stopped.load(ordering: .acquiring) { return true }
    return heldTable.with {
      $0.loop.isClosed || onItsThread && (isCancelled || $0.isEnded)
    }
  }

  /// Its own code has said that it is finished.
  package var isAnswered: Bool { answered.load(ordering: .acquiring) }

  /// Says so; true for the first who does.
  package func claimAnswer() -> Bool {
    !answered.exchange(true, ordering: .acquiringAndReleasing)
  }
}
