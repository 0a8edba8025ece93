public import Synchronization

/// The part of a loop that any thread may use: what other threads hand over, and the event by which they
/// wake the owner.
///
/// An object of its own, so that the process's list of loops does not keep loops alive, and so that code
/// can ask whether a loop has closed without holding it.
@usableFromInline
package final class LoopInbox: Sendable {
  /// The loop's thread.
  let threadID: UInt64
  /// Called when something has come in, if no thread runs the loop by itself.
  private let pump: (any LoopPump)?
  @usableFromInline let generation = System.generation
  private let state = Guarded(State())
  let limits = SharedLimits()
  /// Issues that other threads have raised.
  let issues = Guarded(PostedIssues())
  /// True while `take` would find something, so that the owner need not lock to see that there is nothing.
  private let attention = Atomic<Bool>(false)
  /// True from the beginning of the loop's end on.
  @usableFromInline let closing = Atomic<Bool>(false)
  /// Whether there may be work whose value may be replaced, so that others need not lock to see that there is
  /// none.
  private let hasLatest = Atomic<Bool>(false)
  /// Work under way on other threads that will come back as items.
  private let pending = Atomic<Int>(0)

  private struct State {
    var items: [LoopItem] = []
    var isClosed = false
    /// Those of the work that was handed over, and has not begun, whose value may be replaced.
    var latest = LatestWorks()
    /// Jobs that came after the close.
    var adrift: [LoopItem] = []
    /// Whether `wakeup` was called since the owner looked.
    var wakeup = false
    /// An eventfd, made on first use.
    var event: Int32 = -1
    /// The event is readable now.
    var isSignalled = false
    /// The host watches the loop's descriptor.
    var isWatched = false
    /// Whether the host is not to be woken, because a dispatch would be refused.
    var isMuted = false
    /// The owner is blocked on the event, or about to be.
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

  /// False in the child of a fork, where the lock may be held for ever by a thread that is gone.
  @inlinable
  package var isOurs: Bool { generation == System.generation }

  /// True once the loop's end has begun, and in the child of a fork. Any thread, without the lock.
  @inlinable
  package var isClosed: Bool { !isOurs || closing.load(ordering: .acquiring) }

  // MARK: - Any thread

  /// Hands an item over. False, and the item is released, if the loop has closed.
  func accept(_ item: LoopItem) -> Bool {
    call { $0.items.append(item) }
  }

  /// Hands over work of which only the latest waits.
  ///
  /// - Parameter most: how much such work may wait.
  func accept(
    _ value: any Sendable, latest name: LatestName, most: Int,
    _ begin: @escaping @Sendable (LatestWork) -> Void
  ) -> PostedAction {
    // Released after the lock, as everything that the program handed in.
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

  /// Takes the value of work that begins now; nil if it was dropped.
  func take(_ work: LatestWork) -> (any Sendable)? {
    state.withLock { state in
      state.latest.remove(work)
      state.latest.count -= 1
      if state.latest.isEmpty { hasLatest.store(false, ordering: .relaxed) }
      return exchange(&work.value, with: nil)
    }
  }

  /// Lets the work of an owner keep its values.
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

  /// Hands a last message over; drops it if the loop has closed.
  package func deliver(_ message: any LastMessage) { _ = accept(.message(message)) }

  /// Notes something for the owner and wakes it. False if the loop has closed.
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

  /// Keeps a job that came after the close. False if this is another process's loop.
  func acceptAdrift(_ item: LoopItem) -> Bool {
    guard isOurs else { return false }
    state.withLock { $0.adrift.append(item) }
    return true
  }

  /// Ends the owner's wait, now or the next time. False if the loop has closed.
  func wakeup() -> Bool { call { $0.wakeup = true } }

  func retainPending() { pending.wrappingAdd(1, ordering: .relaxed) }

  package func releasePending() {
    let left = pending.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    // A thread that waits for the loop to be idle has to look again.
    if left == 0, isOurs { state.withLock { if $0.isWaiting { $0.ring() } } }
  }

  var hasPending: Bool { pending.load(ordering: .acquiring) > 0 }

  var isEmpty: Bool { !attention.load(ordering: .acquiring) }

  // MARK: - The owner

  /// Takes out what has come in, in the order of acceptance, and whether a wakeup was among it.
  func take() -> (items: [LoopItem], wakeup: Bool) {
    state.withLock { state in
      attention.store(false, ordering: .relaxed)
      return (exchange(&state.items, with: []), exchange(&state.wakeup, with: false))
    }
  }

  /// Makes the event if there is none and rings it from now on whenever something comes in.
  func watch() throws(LoopError) -> Int32 {
    let event = try event()
    state.withLock { $0.isWatched = true }
    return event
  }

  /// Makes the event readable or not, as the owner's work and what has come in demand.
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

  /// Blocks the owner until something has come in or the time has passed.
  ///
  /// With `whilePending` it also returns when no other thread has anything under way (any more).
  ///
  /// - Parameter alarm: a descriptor that ends the wait too; negative for none.
  func wait(nanoseconds: UInt64?, whilePending: Bool, or alarm: Int32 = -1) throws(LoopError) {
    let event = try event()
    let mustWait = state.withLock { state in
      guard state.items.isEmpty, !state.wakeup else { return false }
      // Looked at under the lock, so that a release after this finds `isWaiting` set and wakes the owner.
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

  /// Marks the loop as closing. What still comes in is released by the owner.
  func beginClose() { closing.store(true, ordering: .releasing) }

  /// Takes out what is left and lets nothing in any more.
  func close() -> [LoopItem] {
    beginClose()
    state.withLock { state in
      state.isClosed = true
      state.latest = LatestWorks()
    }
    return take().items
  }

  /// What came after the close.
  func takeAdrift() -> [LoopItem] { state.withLock { exchange(&$0.adrift, with: []) } }

  /// The event, made if there is none yet.
  @discardableResult
  func event() throws(LoopError) -> Int32 {
    try state.withLock { state throws(LoopError) in
      if state.event < 0 { state.event = try LoopError.of(System.makeEvent) }
      return state.event
    }
  }
}
