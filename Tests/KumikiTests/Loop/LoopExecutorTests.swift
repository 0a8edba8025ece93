import Kumiki
import Testing

/// In a process that brings its own Swift runtime: only work that prefers the loop stays on it.
@Suite struct LoopExecutorTests {
  let loop: Loop
  let record = Record<Bool>()

  init() throws { loop = try Loop(.virtual) }

  /// Runs a task on the loop without moving the clock; each entry tells whether it was on the
  /// thread.
  private func run(_ body: @escaping @Sendable (Loop, Record<Bool>) async throws -> Void) throws {
    let isDone = Record<Bool>()
    Task.detached(executorPreference: loop) { [loop, record] in
      try? await body(loop, record)
      isDone(loop.isCurrentThread)
    }
    try loop.run(timeoutMilliseconds: -1) { !isDone.entries.isEmpty }
    #expect(isDone.entries == [true])
    #expect(!record.entries.isEmpty && record.entries.allSatisfy { $0 })
  }

  @Test func `async let stays on the thread`() throws {
    try run { loop, record in
      async let first = loop.isCurrentThread
      async let second = loop.isCurrentThread
      record(await first)
      record(await second)
    }
  }

  @Test func `A task group stays on the thread`() throws {
    try run { loop, record in
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<10 {
          group.addTask {
            await Task.yield()
            return loop.isCurrentThread
          }
        }
        for await isThere in group { record(isThere) }
      }
    }
    #expect(record.entries.count == 10)
  }

  @Test func `An async stream stays on the thread, fed from another one`() throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let loop = try Loop()
    let record = record
    Task.detached(executorPreference: loop) {
      for await _ in stream { record(loop.isCurrentThread) }
    }
    let feeder = OtherThread { for number in 0..<100 { continuation.yield(number) } }
    try loop.run(timeoutMilliseconds: -1) { record.entries.count == 100 }
    feeder.join()
    #expect(record.entries.allSatisfy { $0 })
    continuation.finish()
    try loop.dispatch()
  }

  private actor Counter {
    var count = 0
    func add(_ loop: Loop) -> Bool {
      count += 1
      return loop.isCurrentThread
    }
  }

  @Test func `An actor called from the loop runs on the thread`() throws {
    let counter = Counter()
    try run { loop, record in
      for _ in 0..<10 {
        record(await counter.add(loop))
        record(loop.isCurrentThread)
      }
      await withTaskGroup { group in
        for _ in 0..<10 { group.addTask { record(await counter.add(loop)) } }
      }
    }
    #expect(record.entries.count == 30)
  }

  private actor Resident {
    let loop: Loop
    init(_ loop: Loop) { self.loop = loop }
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    func look() -> Bool {
      assertIsolated()
      return loop.isCurrentThread
    }
    func ask(_ neighbour: Resident) async -> Bool { await neighbour.look() }
    nonisolated func assume() -> Bool { assumeIsolated { $0.loop.isCurrentThread } }
  }

  @Test func `A loop serves as an actor's executor, and its thread counts as isolated`() throws {
    let resident = Resident(loop)
    #expect(resident.assume())
    try run { loop, record in
      record(await resident.look())
      record(loop.isCurrentThread)
    }
  }

  @Test func `Actors that live on one loop call each other without a job in between`() throws {
    let (resident, neighbour) = (Resident(loop), Resident(loop))
    let record = record
    Task.detached(executorPreference: loop) { record(await resident.ask(neighbour)) }
    // The task starts, enters the actors, and leaves them.
    #expect(try loop.dispatch() == 3)
    #expect(record.entries == [true])
  }

  @Test("Nested tasks, @concurrent functions and preferred task executors stay on the thread")
  func nested() throws {
    @concurrent @Sendable func elsewhere(_ loop: Loop) async -> Bool { loop.isCurrentThread }
    try run { loop, record in
      record(await elsewhere(loop))
      record(await Task(executorPreference: loop) { loop.isCurrentThread }.value)
      await withTaskExecutorPreference(loop) { record(await elsewhere(loop)) }
      record(loop.isCurrentThread)
    }
  }

  @Test func `A cancellation handler and a continuation resume the task on the thread`() throws {
    try run { loop, record in
      let inner = Task(executorPreference: loop) {
        try await withTaskCancellationHandler {
          try await Task.sleep(for: .seconds(1))
        } onCancel: {
          record(loop.isCurrentThread)
        }
      }
      await Task.yield()
      inner.cancel()
      _ = await inner.result
      record(loop.isCurrentThread)
    }
  }

  @Test func `Task.sleep follows the loop's clock`() throws {
    let awake = Record<UInt64>()
    Task.detached(executorPreference: loop) { [loop] in
      try await Task.sleep(for: .seconds(1))
      awake(loop.now)
      try await Task.sleep(nanoseconds: 2_000_000)
      awake(loop.now)
      try await ContinuousClock().sleep(for: .milliseconds(3))
      awake(loop.now)
    }
    try loop.dispatch()
    try loop.advance(by: 999_000_000)
    #expect(awake.entries.isEmpty)
    try loop.advance(by: 1_000_000_000)
    #expect(awake.entries == [1_000_000_000, 1_002_000_000, 1_005_000_000])
  }

  @Test func `A job submitted on another thread runs on the loop's thread`() throws {
    let loop = loop
    let record = record
    OtherThread.run {
      Task.detached(executorPreference: loop) { record(loop.isCurrentThread) }
    }
    #expect(try loop.dispatch() == 1)
    #expect(record.entries == [true])
  }
}
