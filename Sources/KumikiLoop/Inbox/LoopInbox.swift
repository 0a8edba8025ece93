public import Synchronization

/// The part of a loop that any thread may use: the items that other threads hand over, and the event that wakes the
/// owner.
///
/// A separate object, so that the process's list of loops does not keep loops alive, and so that code can check
/// whether a loop has closed without retaining it.
@usableFromInline
package final class LoopInbox: Sendable {
  let threadID: UInt64
  /// Called when an item has arrived, if no thread runs the loop.
  private let pump: (any LoopPump)?
  @usableFromInline let generation = System.generation
  private let state = Guarded(State())
  let limits = SharedLimits()
  /// Issues that other threads have raised.
  let issues = Guarded(PostedIssues())
  /// True while `take` would return something, so that the owner need not lock an empty inbox.
  private let attention = Atomic<Bool>(false)
  /// True from the start of the loop's end.
  @usableFromInline let closing = Atomic<Bool>(false)
  /// Whether there may be work whose value can be replaced, so that other threads need not lock if there is none.
  private let hasLatest = Atomic<Bool>(false)
  /// The number of operations on other threads that will come back as items.
  private let pending = Atomic<Int>(0)

  private struct State {
    var items: [LoopItem] = []
    var isClosed = false
    /// The waiting work whose value may be replaced.
    var latest = LatestWorkTable()
    /// Jobs that arrived after the close.
    var jobsAfterClose: [LoopItem] = []
    /// Whether `wakeup` was called since the owner last checked.
    var wakeup = false
    /// An eventfd, made on first use.
    var event: Int32 = -1
    /// Whether the event is readable now.
    var isSignalled = false
    /// Whether the host watches the loop's descriptor.
    var isWatched = false
    /// Whether the host must not be woken, because a dispatch would be refused.
    var isMuted = false
    /// Whether the owner is blocked on the event, or is about to block.
    var isWaiting = false

    mutating func ring() {
      guard isWatched && !isMuted || isWaiting, !isSignalled else { return }
      System.signal(event)
      isSignalled = true
    }

    mutating func silence() {
      guard isSignalled else { return }
      System.drain(event)
      isSignalled = false
    }
  }

  init(threadID: UInt64, pump: (any LoopPump)?) {
    self.threadID = threadID
    self.pump = pump
  }

  deinit {
    state.withLock { System.close($0.event) }
  }

  /// False in the child of a fork, where a thread that no longer exists may hold the lock for ever.
  @inlinable
  package var isOurs: Bool { generation == System.generation }

  /// True once the loop's end has begun, and in the child of a fork. Readable on any thread, without the lock.
  @inlinable
  package var isClosed: Bool { !isOurs || closing.load(ordering: .acquiring) }

  // MARK: - Any thread

  /// Accepts an item. If the loop has closed, releases the item and returns false.
  func accept(_ item: LoopItem) -> Bool {
    call { $0.items.append(item) }
  }

  /// Accepts work that replaces waiting work of the same name.
  ///
  /// - Parameter most: The maximum number of such waiting items.
  func accept(
    _ value: any Sendable, latest name: LatestName, most: Int,
    _ begin: @escaping @Sendable (LatestWork) -> Void
  ) -> PostedAction {
    // Released after the lock, like every object that the program handed over.
    var replaced: (any Sendable)?
    var isFull = false
    let isTaken = call { state in
      if let waiting = state.latest[name] {
        replaced = exchange(&waiting.value, with: value)
        return
      }
      isFull = state.latest.count >= most
      if isFull { return }
      let work = LatestWork(name, value)
      state.latest.insert(work)
      state.items.append(.work { begin(work) })
      hasLatest.store(true, ordering: .relaxed)
    }
    withExtendedLifetime(replaced) {}
    return isTaken ? isFull ? .full : .accepted : .closed
  }

  /// Takes the value of work that starts now; nil if the value was dropped.
  func take(_ work: LatestWork) -> (any Sendable)? {
    state.withLock { state in
      state.latest.remove(work)
      state.latest.count -= 1
      if state.latest.isEmpty { hasLatest.store(false, ordering: .relaxed) }
      return exchange(&work.value, with: nil)
    }
  }

  /// Makes the waiting work of an owner keep its values.
  func settleLatest(of owner: ObjectIdentifier) {
    guard hasLatest.load(ordering: .relaxed) else { return }
    state.withLock { $0.latest.removeAll(of: owner) }
  }

  /// Drops the value of the work under a name.
  func dropLatest(_ name: LatestName) {
    guard hasLatest.load(ordering: .relaxed) else { return }
    let dropped = state.withLock { state -> (any Sendable)? in
      guard let work = state.latest[name] else { return nil }
      state.latest.remove(work)
      return exchange(&work.value, with: nil)
    }
    withExtendedLifetime(dropped) {}
  }

  /// Accepts a last message. Drops it if the loop has closed.
  package func deliver(_ message: any LastMessage) { _ = accept(.message(message)) }

  /// Records something for the owner and wakes the owner. Returns false if the loop has closed.
  private func call(_ note: (inout State) -> Void) -> Bool {
    guard isOurs else { return false }
    let isTaken = state.withLock { state in
      if state.isClosed { return false }
      note(&state)
      attention.store(true, ordering: .releasing)
      state.ring()
      return true
    }
    if isTaken { pump?.call() }
    return isTaken
  }

  /// Keeps a job that arrived after the close. Returns false if the loop belongs to another process.
  func acceptAfterClose(_ item: LoopItem) -> Bool {
    guard isOurs else { return false }
    state.withLock { $0.jobsAfterClose.append(item) }
    return true
  }

  /// Ends the owner's current or next wait. Returns false if the loop has closed.
  func wakeup() -> Bool { call { $0.wakeup = true } }

  func retainPending() { pending.wrappingAdd(1, ordering: .relaxed) }

  package func releasePending() {
    let left = pending.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    // A thread that waits for the loop to be idle must check again.
    if left == 0, isOurs { state.withLock { if $0.isWaiting { $0.ring() } } }
  }

  var hasPending: Bool { pending.load(ordering: .acquiring) > 0 }

  var isEmpty: Bool { !attention.load(ordering: .acquiring) }

  // MARK: - The owner

  /// Removes and returns all arrived items, in the order of acceptance, and whether there was a wakeup.
  func take() -> (items: [LoopItem], wakeup: Bool) {
    state.withLock { state in
      attention.store(false, ordering: .relaxed)
      return (exchange(&state.items, with: []), exchange(&state.wakeup, with: false))
    }
  }

  /// Makes the event if necessary. From then on the event is signalled whenever something arrives.
  func watch() throws(LoopError) -> Int32 {
    let event = try event()
    state.withLock { $0.isWatched = true }
    return event
  }

  /// Makes the event readable or unreadable, depending on the owner's work and the arrived items.
  func show(hasWork: Bool) {
    state.withLock { state in
      state.isMuted = false
      hasWork || !state.items.isEmpty || state.wakeup ? state.ring() : state.silence()
    }
  }

  /// Keeps the event unreadable until the next `show`.
  func mute() {
    state.withLock { state in
      state.isMuted = true
      state.silence()
    }
  }

  /// Blocks the owner until something arrives or the time has passed.
  ///
  /// With `whilePending`, also returns when no other thread has work under way.
  ///
  /// - Parameter alarm: A descriptor that also ends the wait; negative for none.
  func wait(nanoseconds: UInt64?, whilePending: Bool, or alarm: Int32 = -1) throws(LoopError) {
    let event = try event()
    let mustWait = state.withLock { state in
      guard state.items.isEmpty, !state.wakeup else { return false }
      // Checked under the lock, so that a later release finds `isWaiting` set and wakes the owner.
      if whilePending, !hasPending { return false }
      state.silence()
      state.isWaiting = true
      return true
    }
    guard mustWait else { return }
    defer { state.withLock { $0.isWaiting = false } }
    try LoopError.of { () throws(SystemError) in
      try System.wait(for: event, or: alarm, nanoseconds: nanoseconds)
    }
  }

  /// Marks the loop as closing. The owner releases items that still arrive.
  func beginClose() { closing.store(true, ordering: .releasing) }

  /// Removes and returns the remaining items, and accepts no more.
  func close() -> [LoopItem] {
    beginClose()
    state.withLock { state in
      state.isClosed = true
      state.latest = LatestWorkTable()
    }
    return take().items
  }

  /// Removes and returns the jobs that arrived after the close.
  func takeJobsAfterClose() -> [LoopItem] {
    state.withLock { exchange(&$0.jobsAfterClose, with: []) }
  }

  /// Returns the event, and makes it if necessary.
  @discardableResult
  func event() throws(LoopError) -> Int32 {
    try state.withLock { state throws(LoopError) in
      if state.event < 0 { state.event = try LoopError.of(System.makeEvent) }
      return state.event
    }
  }
}
