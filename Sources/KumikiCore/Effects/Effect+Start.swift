extension Effect {
  /// Creates an effect driven by callbacks: the primitive for timers and streams. The effect starts when it is
  /// accepted, so an action that it sends during the start belongs to the same burst.
  ///
  /// - Parameter start: starts the work, and may return a function that stops the work. The work must call `finish`
  ///   once.
  package static func start(_ start: @escaping (EffectHandle<Action>) -> (() -> Void)?) -> Self {
    self.start(EffectKind.work, start)
  }

  /// - Parameter isDelay: whether the rest of its chains waits for this effect.
  private static func start(
    _ kind: UInt32, isDelay: Bool = false,
    _ start: @escaping (EffectHandle<Action>) -> (() -> Void)?
  ) -> Self {
    .atAcceptance(kind) { acceptance, sink in
      let entry = StartedEntry()
      entry.kinds = kind
      entry.isDelay = isDelay
      entry.register(acceptance, sink)
      if entry.isRefused() { return }
      // The effect counts as running during its start, even if it is cancelled during the start.
      let turn = acceptance.groups?.turn
      turn?.enter()
      entry.began(start(EffectHandle(entry)))
      turn?.leave()
    }
  }

  /// Sends an action once, `delay` nanoseconds later on the loop's clock. The action is never sent in the same burst.
  package static func after(nanoseconds delay: UInt64, _ action: Action) -> Self {
    wait(delay) { $0.send(action) }
  }

  /// Completes after a number of nanoseconds, and calls `finally` just before.
  ///
  /// - Parameter isDelay: whether the rest of its chains waits for it, and never starts if it is refused.
  static func wait(
    _ nanoseconds: UInt64, isDelay: Bool = false,
    finally: @escaping (EffectHandle<Action>) -> Void = { _ in }
  ) -> Self {
    .start(EffectKind.timer, isDelay: isDelay) { handle in
      let loop = handle.loop
      let deadline = handle.timer(of: nanoseconds)
      if deadline.isOver {
        // The wait ended before the snapshot, and its action was sent at that time.
        handle.finish(passed: deadline.passed)
        return nil
      }
      let timer = handle.schedule(at: deadline, Wait(handle, deadline.passed, finally))
      return { loop.cancel(timer) }
    }
  }

  /// Sends an action each time that the machine has woken from a suspend, until the effect is cancelled.
  ///
  /// In a program whose main actor runs the loop, the action may come up to ten seconds later.
  public static func woken(_ action: Action) -> Self { each(.woken, action) }

  /// Sends an action each time that the system's clock was set, by a millisecond or more, until the effect is cancelled. A
  /// clock that is slewed is not set.
  ///
  /// In a program whose main actor runs the loop, the action may come up to ten seconds later.
  public static func clockSet(_ action: Action) -> Self { each(.clockSet, action) }

  package static func each(_ event: TimerClock, _ action: Action) -> Self {
    .start(EffectKind.event) { handle in
      let loop = handle.loop
      let timer = loop.schedule(at: .max, by: event) { handle.send(action) }
      return { loop.cancel(timer) }
    }
  }

  /// Sends an action once, at a date in nanoseconds since 1970.
  public static func at(date: Int64, _ action: Action) -> Self {
    .start(EffectKind.timer) { handle in
      let loop = handle.loop
      // A tick, because the end of the program must not send the action earlier.
      let timer = loop.schedule(at: UInt64(max(0, date)), by: .date, isTick: true) {
        handle.fired()
        handle.send(action)
        handle.finish()
      }
      return { loop.cancel(timer) }
    }
  }

  /// Sends an action every day when local clocks show a time, across changes to and from summer time.
  ///
  /// If clocks are set forward over the time, the action is sent when they are set. If the time occurs twice in a day, it
  /// is sent at the first one. If the system's clock is set back, the next action comes when the clock shows the time again. If
  /// it is set forward over the time, the action is sent then.
  public static func daily(hour: Int, minute: Int, _ action: Action) -> Self {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else {
      return .invalid(
        "\(hour):\(minute) is not a time of day, expected an hour from 0 to 23 and a minute from 0 to 59"
      )
    }
    return .start(EffectKind.repeatingTimer) { handle in
      let loop = handle.loop
      var timer: LoopTimer?
      var date = UInt64.max
      func arm() {
        date = loop.nextDate(hour: hour, minute: minute)
        timer = loop.schedule(at: date, by: .date, isTick: true) {
          arm()
          handle.send(action)
        }
      }
      arm()
      // A date that has passed stays: the action is due.
      let listener = loop.schedule(at: .max, by: .clockSet) {
        guard loop.nextDate(hour: hour, minute: minute) < date else { return }
        timer.map(loop.cancel)
        arm()
      }
      return {
        timer.map(loop.cancel)
        loop.cancel(listener)
      }
    }
  }

  /// Sends an action every `interval` nanoseconds of the loop's clock, first after one interval. The ticks keep to a
  /// fixed grid: a late tick does not shift the following ones. If ticks were missed because the program was suspended,
  /// only one is made up for.
  package static func every(nanoseconds interval: UInt64, _ action: Action) -> Self {
    .start(EffectKind.repeatingTimer) { handle in
      let loop = handle.loop
      let first = handle.timer(of: interval, repeats: true)
      let start = first.gridStart(interval)
      let grid = TimerGrid(from: start, interval: interval)
      var timer: LoopTimer?
      func arm(at deadline: EffectTimer) {
        timer = handle.schedule(tick: deadline) {
          let now = loop.time(by: deadline.clock)
          let next = now < start ? start : grid.next(after: now)
          arm(at: EffectTimer(deadline: next, by: deadline.clock))
          handle.send(action)
        }
      }
      arm(at: first)
      return { timer.map(loop.cancel) }
    }
  }

  /// Creates an effect that was built wrongly. If a reducer returns it, the issue `invalid-effect` is reported.
  package static func invalid(_ message: String) -> Self { Self(untyped: InvalidNode(message)) }

  /// Requests, in the same burst, the dismissal of the presentation that returns this effect.
  package static var dismiss: Self {
    .atAcceptance { acceptance, _ in
      guard let presentation = acceptance.scope.presentation else {
        return acceptance.table.dismissRoot()
      }
      presentation.requestDismissal(from: acceptance.delivery)
    }
  }

  /// Creates an effect defined by a function that runs when the store accepts the effect.
  package static func atAcceptance(
    _ kind: UInt32 = EffectKind.immediate,
    _ accept: @escaping (Acceptance, EffectSink<Action>) -> Void
  ) -> Self {
    Self(node: AcceptanceNode(kind, accept))
  }
}

extension Loop {
  /// Returns the next date when local clocks show a time.
  @inline(never)
  fileprivate func nextDate(hour: Int, minute: Int) -> UInt64 {
    let second: Int64 = 1_000_000_000
    let next = LocalTime.next(hour: hour, minute: minute, after: wallClock / second)
    let (date, isLate) = next.multipliedReportingOverflow(by: second)
    return isLate ? .max : UInt64(max(0, date))
  }
}

private final class AcceptanceNode<Action>: EffectNode<Action> {
  private let accepting: (Acceptance, EffectSink<Action>) -> Void

  init(_ kind: UInt32, _ accepting: @escaping (Acceptance, EffectSink<Action>) -> Void) {
    self.accepting = accepting
    super.init()
    kinds = kind
  }

  override func accept(_ acceptance: Acceptance, into sink: EffectSink<Action>) {
    if !acceptance.isCancelled { accepting(acceptance, sink) }
  }
}

/// A wait, either before an action is sent or before the rest of a chain starts.
private final class Wait<Action>: DelayedWork {
  private let handle: EffectHandle<Action>
  private let chain: Chain?
  private let passed: Int64?
  private let finally: (EffectHandle<Action>) -> Void

  /// - Parameter passed: the end of the wait on the effect's clock, if it ended before a restore.
  init(
    _ handle: EffectHandle<Action>, _ passed: Int64?,
    _ finally: @escaping (EffectHandle<Action>) -> Void
  ) {
    self.handle = handle
    self.passed = passed
    self.finally = finally
    chain = handle.chain
  }

  func begin() {
    handle.fired()
    finally(handle)
    handle.finish(passed: passed)
  }

  func drop() { handle.drop() }

  var isOver: Bool { handle.isFinished && chain?.isOver != false }
}
