public import CKumiki

internal import Kumiki
internal import KumikiJSON

// MARK: - Effects

@c @implementation public func kmk_effect_work_new(
  _ input: CNewJSON!, _ run: kmk_work_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  let input = taken(input)
  let callback = Callback<CWork.Call>(run, user_data, free_fn)
  return CEffect.new("kmk_effect_work_new") {
    // Only the program reads it, so it is not measured, which would take time in proportion to its size.
    guard let input else { throw Failure.isNull("input") }
    let work = try CWork(callback, input)
    return Effect(untyped: DrivenEntry(WorkDriver.self, .none, owner: work))
  }
}

@c @implementation public func kmk_effect_serial(
  _ effect: CHandle!, _ id: CText!, _ latest: Bool
) -> CHandle! {
  CEffect.new("kmk_effect_serial", of: effect, id) { $0.serial(anyID: $1, latest: latest) }
}

// MARK: - Loops

@c @implementation public func kmk_loop_new_with(
  _ options: CStructs<kmk_loop_options>!, _ user_data: CData!, _ free_fn: kmk_free_fn!,
  _ error: CError!
) -> CHandle! {
  let userData = UserData(user_data, free_fn)
  return answering(orNull: error) {
    let (kind, workers, burstLimit) = try loopOptions(options, userData)
    let handle = try LoopHandle(kind, workers)
    handle.loop.burstLimit = burstLimit
    return handle.retained()
  }
}

/// The kind of a loop, how its blocking work is done, and the limit of its bursts.
@safe private func loopOptions(
  _ options: CStructs<kmk_loop_options>?, _ userData: UserData
) throws -> (Loop.Kind, WorkerOptions, burstLimit: UInt64) {
  var workers = WorkerOptions()
  workers.waitsAtEnd = true
  guard let options = try sized(options, "options") else {
    return (.live, workers, Loop.standardBurstLimit)
  }
  guard options.worker_count > 0 else {
    throw Failure.invalid("options.worker_count is 0; nothing would do the blocking work")
  }
  workers.count = Int(options.worker_count)
  workers.waitsAtEnd = !options.abandons_workers
  if let submit = unsafe options.submit {
    workers.submit = { JobHandle.submit($0) { unsafe submit($0, userData.pointer) } }
  }
  let limit = options.burst_limit == 0 ? Loop.standardBurstLimit : options.burst_limit
  return (options.is_virtual ? .virtual : .live, workers, limit)
}

@c @implementation public func kmk_loop_finish(
  _ loop: CHandle!, _ timeout_ms: Int32, _ error: CError!
) -> kmk_status {
  answering(error) { try LoopHandle.loop(loop).finish(timeoutMilliseconds: Int(timeout_ms)) }
}

// MARK: - Jobs

/// A job, as held by the program's threads.
final class JobHandle: HandleObject {
  let ticket: WorkerTicket

  init(_ ticket: WorkerTicket) { self.ticket = ticket }

  /// Submits a job to the program. A refused job remains the library's.
  @safe static func submit(_ ticket: WorkerTicket, to program: (CHandle) -> Bool) -> Bool {
    let job = JobHandle(ticket).retained()
    if unsafe program(job) { return true }
    Handle<JobHandle>.free(job)
    return false
  }
}

@c @implementation public func kmk_job_run(_ job: CHandle!) {
  // The handle is freed first, so that the thread holds nothing of an effect that it has finished.
  guard let ticket = Handle<JobHandle>.consume(job)?.ticket else { return }
  ticket.run()
}

@c @implementation public func kmk_job_free(_ job: CHandle!) {
  guard let ticket = Handle<JobHandle>.consume(job)?.ticket else { return }
  ticket.refuse()
}
