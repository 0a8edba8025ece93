// The bound of a burst. An action that is answered by itself, or two that answer each other, would keep the
// outermost send from returning for ever.

/// How far a burst is, and the names of its last actions once it comes near its bound.
@usableFromInline
struct BurstCount {
  /// How many of the last actions are looked at for those that go round.
  private static let looked: UInt64 = 64
  /// How many of these an issue names.
  private static let named = 8

  /// Actions, the one that began the burst among them.
  @usableFromInline var handled: UInt64 = 1
  /// The bound was reached: what is sent until the end of the burst is dropped.
  @usableFromInline var isOver = false
  private var last: [String] = []
  private var dropped = 0

  @usableFromInline init() {}

  /// Whether the last actions before the bound begin here.
  @usableFromInline static func isNear(_ handled: UInt64, _ limit: UInt64) -> Bool {
    limit <= looked || handled > limit - looked
  }

  mutating func note(_ name: String) { last.append(name) }

  mutating func drop(_ count: Int) {
    isOver = true
    dropped += count
  }

  /// What is told of a burst that reached its bound.
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

extension Store {
  /// Counts an action that was taken out of the buffer; false where the burst has reached its bound, and the
  /// action and those behind it are dropped.
  @inlinable
  func mayHandle(_ next: Buffered) -> Bool {
    burst.handled &+= 1
    let limit = loop.burstLimit
    return !BurstCount.isNear(burst.handled, limit) || mayHandleNearBound(next, limit)
  }

  @usableFromInline
  func mayHandleNearBound(_ next: Buffered, _ limit: UInt64) -> Bool {
    if burst.handled <= limit {
      Lent.lending(next.action) { burst.note(context.pointee.describe($0.untyped).casePath) }
      return true
    }
    // Nothing is buffered from here on, so that the observers are told and the burst ends.
    let rest = buffer
    buffer = []
    burst.drop(rest.count + 1)
    next.delivery.settle()
    for action in rest { action.delivery.settle() }
    return false
  }

  /// The burst is over: forgets it, and tells where it reached its bound.
  @usableFromInline
  func endBurst() {
    let ended = burst
    burst = BurstCount()
    guard ended.isOver else { return }
    table.report(
      Issue(
        code: .endlessBurst, message: ended.message(loop.burstLimit), actionCase: ended.lastName))
  }
}
