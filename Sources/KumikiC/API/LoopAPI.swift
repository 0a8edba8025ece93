public import CKumiki
internal import KumikiValues

@c @implementation public func kmk_loop_new(_ error: CError!) -> CHandle! {
  answering(orNull: error) { try LoopHandle(.live).retained() }
}

@c @implementation public func kmk_loop_new_virtual(_ error: CError!) -> CHandle! {
  answering(orNull: error) { try LoopHandle(.virtual).retained() }
}

@c @implementation public func kmk_loop_free(_ loop: CHandle!) {
  guard let live = try? LoopHandle.loop(loop), live.isOnItsThread() else { return }
  Handle<LoopHandle>.free(loop)
}

@c @implementation public func kmk_loop_fd(_ loop: CHandle!) -> Int32 {
  guard let loop = try? LoopHandle.loop(loop), (try? loop.check()) != nil else { return -1 }
  return loop.fileDescriptor
}

@c @implementation public func kmk_loop_dispatch(_ loop: CHandle!, _ timeout_ms: Int32) -> Int32 {
  do {
    let loop = try LoopHandle.loop(loop)
    return try loop.noticingShortage {
      Int32(clamping: try loop.dispatch(timeoutMilliseconds: Int(timeout_ms)))
    }
  } catch {
    return Failure(any: error).status.rawValue
  }
}

@c @implementation public func kmk_loop_set_turn_budget(
  _ loop: CHandle!, _ jobs: Int, _ nanoseconds: UInt64
) -> kmk_status {
  answering(nil) {
    let loop = try LoopHandle.loop(loop)
    try loop.check()
    let jobs = Int(clamping: UInt(bitPattern: jobs))
    loop.turnBudget =
      jobs == 0 && nanoseconds == 0
      ? nil
      : TurnBudget(
        jobs: jobs == 0 ? nil : jobs,
        time: nanoseconds == 0 ? nil : .nanoseconds(Int64(clamping: nanoseconds)))
  }
}

@c @implementation public func kmk_loop_run_until_idle(
  _ loop: CHandle!, _ timeout_ms: Int32, _ error: CError!
) -> kmk_status {
  answering(error) {
    let loop = try LoopHandle.loop(loop)
    try loop.noticingShortage { try loop.runUntilIdle(timeoutMilliseconds: Int(timeout_ms)) }
  }
}

@c @implementation public func kmk_loop_is_idle(_ loop: CHandle!) -> Bool {
  Handle<LoopHandle>.borrow(loop)?.loop.isIdle ?? true
}

@c @implementation public func kmk_loop_timeout_ms(_ loop: CHandle!) -> Int32 {
  Handle<LoopHandle>.borrow(loop)?.loop.timeoutMilliseconds ?? -1
}

@c @implementation public func kmk_loop_until_timer(_ loop: CHandle!) -> UInt64 {
  Handle<LoopHandle>.borrow(loop)?.loop.nanosecondsUntilTimer ?? .max
}

@c @implementation public func kmk_loop_advance(
  _ loop: CHandle!, _ nanoseconds: UInt64, _ error: CError!
) -> kmk_status {
  move(loop, .advance(nanoseconds), error)
}

@c @implementation public func kmk_loop_suspend(
  _ loop: CHandle!, _ nanoseconds: UInt64, _ error: CError!
) -> kmk_status {
  move(loop, .suspend(nanoseconds), error)
}

@c @implementation public func kmk_loop_set_date(
  _ loop: CHandle!, _ date: Int64, _ error: CError!
) -> kmk_status {
  move(loop, .date(date), error)
}

@safe private func move(_ loop: CHandle!, _ move: ClockMove, _ error: CError!) -> kmk_status {
  answering(error) {
    let loop = try LoopHandle.loop(loop)
    if loop.kind == .virtual { try loop.check(move) }
    try loop.noticingShortage { try loop.move(move) }
  }
}

extension Loop {
  /// Throws if a virtual loop's clocks cannot be moved like this.
  func check(_ move: ClockMove) throws {
    let (distance, time): (UInt64, UInt64)
    switch move {
    case .advance(let nanoseconds): (distance, time) = (nanoseconds, now)
    case .suspend(let nanoseconds):
      (distance, time) = (nanoseconds, max(self.time(by: .date), self.time(by: .continuous)))
    case .date(let date):
      if date >= 0 { return }
      throw Failure.invalid("a date before 1970, expected nanoseconds since then")
    }
    let end = UInt64(Int64.max)
    if distance > end - min(time, end) {
      throw Failure.invalid("the clock ends at INT64_MAX nanoseconds")
    }
  }
}

@c @implementation public func kmk_loop_wakeup(_ loop: CHandle!) -> kmk_status {
  answering(nil) {
    guard try LoopHandle.loop(loop).wakeup() else { throw Failure.closed }
  }
}

@c @implementation public func kmk_loop_defer(
  _ loop: CHandle!, _ fn: kmk_loop_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> kmk_status {
  let callback = Callback<@Sendable () -> Void>(fn, user_data, free_fn)
  return answering(nil) {
    let loop = try LoopHandle.loop(loop)
    let run = try callback.get()
    callback.userData.takeHome(to: loop)
    guard loop.postOutside(run) else { throw Failure.closed }
  }
}

@c @implementation public func kmk_loop_set_diagnostics(
  _ loop: CHandle!, _ fn: kmk_diagnostic_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) {
  let callback = Callback<(Issue) -> Void>(fn, user_data, free_fn)
  guard let loop = try? LoopHandle.loop(loop), loop.isOnItsThread()
  else { return }
  loop.ending { loop.onIssue = try? callback.get() }
}

@c @implementation public func kmk_loop_report_reentrant_sends(_ loop: CHandle!, _ enabled: Bool) {
  guard let loop = try? LoopHandle.loop(loop), loop.isOnItsThread()
  else { return }
  loop.reportsReentrantSends = enabled
}
