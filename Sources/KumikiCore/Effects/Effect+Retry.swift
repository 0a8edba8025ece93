/// How long a failed effect waits before it starts again; see ``Effect/retry(_:_:while:)``.
public struct RetryPolicy: Sendable {
  private let first, most: UInt64
  private let factor, jitter: Double

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - wait: the wait before the second try.
  ///   - factor: each further wait is the previous one times this number.
  ///   - greatestWait: the greatest wait; nil for no bound.
  ///   - jitter: the part of each wait, from 0 to 1, that is random: with 0.25, a wait takes between three quarters and
  ///     the whole of its time. On a virtual loop the random numbers are the same in each run.
  public init(
    wait: Duration = .seconds(1), factor: Double = 2, greatestWait: Duration? = .seconds(60),
    jitter: Double = 0
  ) {
    self.init(
      nanoseconds: wait.wholeNanoseconds, factor: factor,
      most: greatestWait?.wholeNanoseconds ?? .max, jitter: jitter)
  }

  package init(nanoseconds first: UInt64, factor: Double, most: UInt64, jitter: Double) {
    (self.first, self.factor, self.most, self.jitter) = (first, factor, most, jitter)
  }

  /// Returns the wait after a number of failures, in nanoseconds.
  ///
  /// - Parameter random: from 0 to 1.
  func nanoseconds(after failures: Int, _ random: Double) -> UInt64 {
    let most = Double(most)
    var wait = Double(first)
    // Further factors change nothing: the wait has become 0 or the greatest.
    for _ in 1..<max(1, min(failures, 2048)) where wait < most { wait *= factor }
    wait = min(wait, most) * (1 - jitter * random)
    return wait < 0x1p63 ? UInt64(max(0, wait)) : .max
  }
}

extension Effect {
  /// Starts an effect again that has failed, after a wait, up to `times` times.
  ///
  /// Each effect inside is tried on its own: the other members of a merge continue, and a chain waits for its member. A
  /// failure that a ``catch(_:)`` inside handles is not tried again. A request keeps its id, and its case for failures
  /// receives only the last failure. A ``timeout(after:_:)`` inside is started again as a whole.
  ///
  /// A waiting effect counts as running, and a cancellation drops it.
  ///
  /// - Parameter isTemporary: whether a failure is worth another try.
  public func retry(
    _ times: Int, _ policy: RetryPolicy = RetryPolicy(),
    while isTemporary: @escaping (any Error) -> Bool = { _ in true }
  ) -> Self {
    around { effect, acceptance, sink in
      let retry = Retry(times, policy, isTemporary, acceptance.clock)
      effect.accept(acceptance, into: AttachingSink(sink, retry, acceptance.heldTable))
    }
  }
}

/// One acceptance of a retried effect.
final class Retry: FailureTaker {
  private let times: Int
  private let policy: RetryPolicy
  private let isTemporary: (any Error) -> Bool
  /// The clock of the waits.
  private let clock: TimerClock

  init(
    _ times: Int, _ policy: RetryPolicy, _ isTemporary: @escaping (any Error) -> Bool,
    _ clock: TimerClock
  ) {
    (self.times, self.policy, self.isTemporary, self.clock) = (times, policy, isTemporary, clock)
  }

  /// Makes a failed effect wait for its next try. Returns false if this was its last try.
  func takes(_ error: any Error, of entry: EffectEntry) -> Bool {
    // Such an effect continues, or has never started.
    if error is ActionRefused || error is TooManyEffects { return false }
    var acceptance = entry.acceptance
    let known = acceptance.join?.tries(of: self)
    let failures = (known?.failures ?? 0) + 1
    guard failures <= times, isTemporary(error), !entry.isOver, let node = entry.again() else {
      // A retry around this one starts it again, with all tries.
      known?.failures = 0
      return false
    }
    let tries = known ?? TriesJoin(self, in: acceptance.join)
    tries.failures = failures
    tries.enter()
    if known == nil { acceptance.heldJoin = Uncounted(tries as Join) }
    // The wait counts in the place of the effect, which is about to end.
    entry.giveUpPlace()
    let loop = acceptance.table.loop
    let random = loop.kind == .virtual ? entry.fraction : .random(in: 0..<1)
    let wait = RetryWait(tries, on: loop)
    let sink = entry.heldSink.object
    wait.effect = HeldBackEffect(
      acceptance, as: acceptance, sink, node, dropped: { wait.end() },
      begin: { node.accept($0, anySink: sink) })
    if wait.effect != nil {
      // Not in a queue: a restored store starts the effect at once.
      wait.effect?.place = 0
      let due = loop.time(by: clock).addingClamped(policy.nanoseconds(after: failures, random))
      wait.timer = loop.schedule(at: due, by: clock, wait)
    }
    tries.leave()
    return true
  }
}

/// The tries of one effect: their joint end, and their number.
private final class TriesJoin: Join {
  let retry: Retry
  var failures = 0

  init(_ retry: Retry, in outer: Join?) {
    self.retry = retry
    outer?.enter()
    super.init(of: nil, in: outer, isAwaited: false) { outer }
  }
}

extension Join {
  fileprivate func tries(of retry: Retry) -> TriesJoin? {
    outward.lazy.compactMap { $0 as? TriesJoin }.first { $0.retry === retry }
  }
}

/// The wait of an effect for its next try.
private final class RetryWait: DelayedWork {
  private let tries: TriesJoin
  private let loop: Loop
  var effect: HeldBackEffect?
  var timer: LoopTimer?

  init(_ tries: TriesJoin, on loop: Loop) { (self.tries, self.loop) = (tries, loop) }

  func begin() {
    timer = nil
    effect.take()?.begin()
  }

  func drop() { effect?.drop() }

  /// Ends the wait, because it was cancelled.
  func end() {
    effect = nil
    if let timer = timer.take() { loop.cancel(timer) }
  }

  var isOver: Bool { tries.isOver }
}

extension EffectEntry {
  /// A number from 0 to 1 that differs from effect to effect, and is the same in every run.
  fileprivate var fraction: Double { Double((serial &* 0x9e37_79b9_7f4a_7c15) >> 11) * 0x1p-53 }
}
