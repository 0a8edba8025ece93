public import CKumiki
internal import KumikiValues
internal import KumikiJSON

// MARK: - Effects

@c @implementation public func kmk_effect_work_new(
  _ input: CNewJSON!, _ run: kmk_work_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  let input = taken(input)
  let callback = Callback<CWork.Call>(run, user_data, free_fn)
  return CEffect.new {
    // Only the program reads the input, so its size is not measured. That would take time in proportion to the size.
    guard let input else { throw Failure.isNull("input") }
    let work = try CWork(callback, input)
    return Effect(untyped: DrivenEntry(WorkDriver.self, .none, owner: work))
  }
}

@c @implementation public func kmk_effect_serial(
  _ effect: CHandle!, _ id: CText!, _ latest: Bool
) -> CHandle! {
  CEffect.new(of: effect, id) { $0.serial(anyID: $1, latest: latest) }
}

@c @implementation public func kmk_effect_limited(
  _ effect: CHandle!, _ id: CText!, _ most: UInt32
) -> CHandle! {
  CEffect.new(of: effect, id) { $0.limited(anyID: $1, to: Int(most)) }
}

@c @implementation public func kmk_effect_limit(_ id: CText!, _ most: UInt32) -> CHandle! {
  CEffect.new(of: nil, id) { .limit(anyID: $1, to: Int(most)) }
}

@c @implementation public func kmk_effect_awaited(_ effect: CHandle!) -> CHandle! {
  CEffect.new(CEffect.consume(effect).awaited())
}

// MARK: - Loops

@c @implementation public func kmk_loop_new_with(
  _ options: CStructs<kmk_loop_options>!, _ user_data: CData!, _ free_fn: kmk_free_fn!,
  _ error: CError!
) -> CHandle! {
  let userData = UserData(user_data, free_fn)
  return answering(orNull: error) { try LoopHandle(options, userData).retained() }
}

@c @implementation public func kmk_loop_awaited_count(_ loop: CHandle!) -> Int {
  guard let loop = Handle<LoopHandle>.borrow(loop)?.loop, loop.isCurrentThread else { return 0 }
  return loop.tally.awaited
}

@c @implementation public func kmk_loop_finish(
  _ loop: CHandle!, _ timeout_ms: Int32, _ error: CError!
) -> kmk_status {
  answering(error) {
    let loop = try LoopHandle.loop(loop)
    try loop.noticingShortage { try loop.finish(timeoutMilliseconds: Int(timeout_ms)) }
  }
}

@c @implementation public func kmk_loop_finish_with(
  _ loop: CHandle!, _ timeout_ms: Int32, _ policy: UInt32, _ error: CError!
) -> kmk_status {
  answering(error) {
    let loop = try LoopHandle.loop(loop)
    guard policy <= KMK_FINISH_DROP_DELAYED.rawValue | KMK_FINISH_CANCEL_WORK.rawValue else {
      throw Failure.invalid("policy has bits without a meaning")
    }
    try loop.noticingShortage {
      try loop.finish(timeoutMilliseconds: Int(timeout_ms), FinishPolicy(rawValue: policy))
    }
  }
}

@c @implementation
public func kmk_loop_set_worker_count(_ loop: CHandle!, _ count: UInt32) -> kmk_status {
  answering(nil) {
    let loop = try LoopHandle.loop(loop)
    try loop.check()
    guard count > 0 else { throw Failure.invalid("count is 0") }
    loop.workerCount = Int(count)
  }
}

// MARK: - Jobs

@c @implementation public func kmk_job_run(_ job: CHandle!) {
  // The handle is freed first, so that the thread holds nothing of an effect that it has finished.
  guard let ticket = Handle<JobHandle>.consume(job)?.ticket else { return }
  ticket.run()
}

@c @implementation public func kmk_job_free(_ job: CHandle!) {
  guard let ticket = Handle<JobHandle>.consume(job)?.ticket else { return }
  ticket.refuse()
}
