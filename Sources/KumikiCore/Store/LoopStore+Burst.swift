// The limit of a burst. Without it, an action that causes itself, or two that cause each other, would keep the
// outermost send from ever returning.

/// Counts the actions of a burst, and records the names of the last actions when the count comes near the limit.
@usableFromInline
struct BurstCount {
  /// The number of last actions that are searched for a cycle.
  private static let searched: UInt64 = 64
  /// The number of these actions that an issue names.
  private static let named = 8

  /// The number of actions, including the one that started the burst.
  @usableFromInline var handled: UInt64 = 1
  /// Whether the limit was reached. Actions sent until the end of the burst are dropped.
  @usableFromInline var isOver = false
  /// Whether the loop's host has ended the burst.
  var isInterrupted = false
  private var last: [String] = []
  private var dropped = 0

  @usableFromInline init() {}

  /// Returns whether the burst is so near its limit that names are recorded.
  @usableFromInline static func isNear(_ handled: UInt64, _ limit: UInt64) -> Bool {
    limit <= searched || handled > limit - searched
  }

  /// Whether the burst came near its limit.
  var isNoted: Bool { isOver || !last.isEmpty }

  mutating func note(_ name: String) { last.append(name) }

  mutating func drop(_ count: Int) {
    isOver = true
    dropped += count
  }

  /// Whether the host is asked before the action with this number: after every 16 handled actions.
  @usableFromInline static func isAsked(_ handled: UInt64) -> Bool { handled % 16 == 1 }

  /// The message of the issue for a burst that was interrupted.
  var interruption: String {
    "a burst was interrupted after \(handled - 1) actions; \(dropped) that waited "
      + "\(dropped == 1 ? "was" : "were") dropped"
  }

  /// Returns the message of the issue for a burst that reached its limit.
  func message(_ limit: UInt64) -> String {
    var names: [String] = []
    for name in last where !names.contains(name) { names.append(name) }
    var list = names.prefix(Self.named).joined(separator: ", ")
    if names.count > Self.named { list += " and \(names.count - Self.named) more" }
    return
      "a burst had \(limit) actions and did not end; the last that went round: \(list). "
      + "\(dropped) that waited \(dropped == 1 ? "was" : "were") dropped. Look for an action that is sent "
      + "again in answer to itself, or for two that answer each other; "
      + "a burst that needs more asks the loop for it (burstLimit, in C kmk_loop_options.burst_limit)."
  }

  var lastName: String? { last.last }
}

extension LoopStore {
  /// Counts an action from the buffer. Returns false if the burst has reached its limit; in that case this action and
  /// the actions after it are dropped.
  @inlinable
  func mayHandle(_ next: Buffered) -> Bool {
    burst.handled &+= 1
    let limit = loop.burstLimit
    if BurstCount.isNear(burst.handled, limit), !mayHandleNearLimit(next, limit) { return false }
    return loop.interrupt == nil || mayHandleInterruptibly(next)
  }

  @usableFromInline
  func mayHandleInterruptibly(_ next: Buffered) -> Bool {
    guard BurstCount.isAsked(burst.handled), let interrupt = loop.interrupt, interrupt() else {
      return true
    }
    burst.isInterrupted = true
    stopBurst(next)
    return false
  }

  @usableFromInline
  func mayHandleNearLimit(_ next: Buffered, _ limit: UInt64) -> Bool {
    let isOver = burst.handled > limit
    // If only the first action was let in, the action that it caused is named.
    if !isOver || burst.lastName == nil {
      Lent.lending(next.action) { burst.note(context.pointee.describe($0.untyped).casePath) }
    }
    if isOver { stopBurst(next) }
    return !isOver
  }

  /// Drops an action and all actions after it. No action is buffered from here on, so the burst notifies its observers
  /// and ends.
  private func stopBurst(_ next: Buffered) {
    let rest = buffer
    buffer = []
    burst.drop(rest.count + 1)
    for action in [next] + rest {
      action.delivery.arrive(in: core)
      action.delivery.settle(in: core)
      action.release()
    }
  }

  /// Resets the count at the end of a burst, and reports a burst that reached its limit.
  @usableFromInline
  func endBurst() {
    guard burst.isNoted else { return burst.handled = 1 }
    let ended = burst
    burst = BurstCount()
    guard ended.isOver else { return }
    if ended.isInterrupted { return core.report(.interruptedBurst, ended.interruption) }
    core.report(
      .endlessBurst, ended.message(loop.burstLimit), actionCase: ended.lastName)
  }
}
