internal import Kumiki

/// A loop, as held by C.
final class LoopHandle: HandleObject {
  let loop: Loop

  init(_ kind: Loop.Kind, _ workers: WorkerOptions = WorkerOptions()) throws {
    try SoleEngine.require()
    // The C library contains its own Swift runtime.
    GlobalJobs.takeOverRuntime()
    if let refusal = Assumption.refusal { throw Failure.invalid(refusal) }
    loop = try Loop(kind, workers: workers)
  }

  deinit { loop.close() }

  /// The loop behind a pointer.
  @safe static func loop(_ pointer: CHandle?) throws -> Loop {
    try Handle<LoopHandle>.at(pointer, "loop").loop
  }
}

/// A job, as held by the program's threads.
final class JobHandle: HandleObject {
  let ticket: WorkerTicket

  init(_ ticket: WorkerTicket) { self.ticket = ticket }
}
