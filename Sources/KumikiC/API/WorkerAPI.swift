public import CKumiki
internal import Kumiki
internal import KumikiJSON

// MARK: - Effects

@c @implementation public func kmk_effect_work_new(
  _ input: CNewJSON!, _ run: kmk_work_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  let input = taken(input)
  let callback = Callback<CWork.Call>(run, user_data, free_fn)
  return CEffect.new {
    // Only the program reads it, so it is not measured, which would take time in proportion to its size.
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

// MARK: - Loops

@c @implementation public func kmk_loop_new_with(
  _ options: CStructs<kmk_loop_options>!, _ user_data: CData!, _ free_fn: kmk_free_fn!,
  _ error: CError!
) -> CHandle! {
  let userData = UserData(user_data, free_fn)
  return answering(orNull: error) { try LoopHandle(options, userData).retained() }
}

@c @implementation public func kmk_loop_finish(
  _ loop: CHandle!, _ timeout_ms: Int32, _ error: CError!
) -> kmk_status {
  answering(error) { try LoopHandle.loop(loop).finish(timeoutMilliseconds: Int(timeout_ms)) }
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
