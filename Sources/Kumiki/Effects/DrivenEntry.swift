internal import Synchronization

/// How a kind of callback effects is run: the primitive behind effects in C.
package protocol EffectDriver {
  /// Begins the work, on the loop's thread. The work must call `finish` once.
  static func begin(_ effect: DrivenEntry)
  /// The effect was cancelled after it had begun.
  static func stop(_ effect: DrivenEntry)
}

/// What a driver is told of one effect: plain words in the effect's own object, without ownership.
@safe package struct DriverWords: BitwiseCopyable {
  package let first, second, third: UnsafeRawPointer?

  package init(_ first: UnsafeRawPointer?, _ second: UnsafeRawPointer?, _ third: UnsafeRawPointer?)
  {
    unsafe self.first = first
    unsafe self.second = second
    unsafe self.third = third
  }
}

/// A callback effect that begins at the loop's next turn.
package final class DrivenEntry: CallbackEntry, @unchecked Sendable {
  private let driver: any EffectDriver.Type
  package let words: DriverWords
  /// Keeps what the words point to.
  @safe @exclusivity(unchecked) package private(set) var owner: AnyObject?
  @safe @exclusivity(unchecked) private var hasBegun = false
  // State that other threads may ask for. Everything else belongs to the loop's thread.
  private let stopped = Atomic<Bool>(false)
  private let answered = Atomic<Bool>(false)

  package init(_ driver: any EffectDriver.Type, _ words: DriverWords, owner: AnyObject?) {
    self.driver = driver
    self.words = words
    self.owner = owner
  }

  // Released here and not by the implicit end: code that sees that the effect has gone may rely on its
  // owner having gone before.
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
    // Inside its own start: the work is stopped when that has returned.
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

  /// Whether no more actions are delivered. The loop's thread knows it at once, other threads once the
  /// effect was told to stop.
  package func isStopped(onItsThread: Bool) -> Bool {
    if stopped.load(ordering: .acquiring) { return true }
    return heldTable.with {
      $0.loop.isClosed || onItsThread && (isCancelled || $0.isEnded)
    }
  }

  /// Its own code has said that it is finished.
  package var isAnswered: Bool { answered.load(ordering: .acquiring) }

  /// Marks the effect as answered; true for the first call.
  package func claimAnswer() -> Bool {
    !answered.exchange(true, ordering: .acquiringAndReleasing)
  }
}
