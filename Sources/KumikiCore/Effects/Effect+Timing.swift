extension Effect {
  /// Starts this effect after a time on the loop's clock. Each delayed effect waits separately.
  public func delay(for duration: Duration) -> Self {
    delay(nanoseconds: duration.wholeNanoseconds)
  }

  /// ``delay(for:)`` under its name in the Composable Architecture.
  public func deferred(for duration: Duration) -> Self { delay(for: duration) }

  /// Starts this effect once `duration` has passed since the last request under `id` from the same feature. Earlier
  /// requests that are still waiting are dropped, and never start.
  ///
  /// The effect also runs under `id`: a request, or `cancel(id:)`, also stops an effect that has started, as in the
  /// Composable Architecture. Otherwise actions of an old request could arrive after a new request.
  public func debounce(id: some Hashable & Sendable, for duration: Duration) -> Self {
    debounce(anyID: AnyHashable(effectID: id), nanoseconds: duration.wholeNanoseconds)
  }

  /// Starts at most one effect under `id` in each window of `duration`.
  ///
  /// The first effect starts immediately and opens a window. Within the window one returned effect is held back until
  /// its end: the last with `latest`, otherwise the first. When that effect starts, the next window opens. An effect
  /// returned just as the window ends starts immediately. Windows belong to one feature in one store.
  public func throttle(
    id: some Hashable & Sendable, for duration: Duration, latest: Bool
  ) -> Self {
    throttle(
      anyID: AnyHashable(effectID: id), nanoseconds: duration.wholeNanoseconds, latest: latest)
  }

  /// Sends an action every `interval` of the loop's clock, first after one interval, until `cancel(id:)`.
  /// Another timer under the same id replaces it.
  public static func timer(
    id: some Hashable & Sendable, every interval: Duration, _ action: Action
  ) -> Self {
    every(nanoseconds: interval.wholeNanoseconds, action).cancellable(id: id, cancelInFlight: true)
  }

  /// Makes the timers inside this effect count the time while the machine is suspended.
  ///
  ///     .run { try await upload($0) }.delay(for: .seconds(3600)).countingSleep()
  ///
  /// Applies to `after`, `timer`, `delay`, `debounce`, `throttle`, `timeout` and the waits of `retry`. The loop's clock, which
  /// they follow otherwise, stops during a suspend. Unlike a date, this clock cannot be set. The timers of a state-driven
  /// effect with ``RunningTime/deadline`` follow the date in any case.
  public func countingSleep() -> Self {
    around { effect, acceptance, sink in
      var inner = acceptance
      inner.part.countsSleep = true
      effect.accept(inner, into: sink)
    }
  }

  package func delay(nanoseconds: UInt64) -> Self {
    isNone ? .none : .concatenate(.wait(nanoseconds, isDelay: true), self)
  }

  package func debounce(anyID id: AnyHashable, nanoseconds: UInt64) -> Self {
    delay(nanoseconds: nanoseconds).cancellable(anyID: id, cancelInFlight: true)
  }

  package func throttle(anyID id: AnyHashable, nanoseconds: UInt64, latest: Bool) -> Self {
    throttle(anyID: id, latest: latest) { LoopSpan(loop: $0, by: $1, length: nanoseconds) }
  }

  /// - Parameter open: opens a window of this request's length.
  package func throttle(
    anyID id: AnyHashable, latest: Bool,
    open: @escaping (Loop, TimerClock) -> any ThrottleSpan
  ) -> Self {
    around(kind: EffectKind.throttle) { effect, acceptance, sink in
      // If all effects of the id are being cancelled, an effect whose turn has come opens no window.
      guard !acceptance.isCancelled, let node = effect.node else { return }
      let loop = acceptance.table.loop
      let followed = acceptance.followed
      var inner = acceptance
      if let followed { inner.part = followed.inner(of: acceptance.part) }
      // An effect that had started before a restore does not wait again.
      if acceptance.isResumed, followed?.wait(of: acceptance.part) == 0 {
        return effect.accept(inner, into: sink)
      }
      let clock = acceptance.clock
      let span = open(loop, clock)
      // Windows outlive effects, so the feature's node stores them and stays in the tree for them.
      let scope = acceptance.scope.identity
      let memory = scope.throttleWindows?.window(id)
      guard let memory, memory.waiting != nil || !span.isWhole(since: memory.span) else {
        scope.openThrottle(id, span)
        if let followed, let window = scope.throttleWindows?.window(id) {
          followed.note(window, of: id)
        }
        return effect.accept(inner, into: sink)
      }
      followed?.note(memory, of: id)
      if let waiting = memory.waiting {
        guard latest else { return }
        waiting.cancel()
      }
      if acceptance.isCancelled { return }
      if let followed { inner.part = followed.inner(of: acceptance.part, afterWait: true) }
      acceptance.within(id) { own in
        let wait = ThrottleWait(memory, span) { open(loop, clock) }
        wait.hold(inner, as: own, sink, node) { effect.accept($0, into: sink) }
      }
    }
  }
}
