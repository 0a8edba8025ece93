import Kumiki
import Testing

/// Runs `body` on a new thread. It may block, which a thread of Swift's own must not if others wait for
/// it.
private func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  var thread: OtherThread?
  defer { thread?.join() }
  return try await withCheckedThrowingContinuation { continuation in
    thread = OtherThread { continuation.resume(with: Result { try body() }) }
  }
}

/// Stores on loops that one of the program's own threads runs.
@Suite struct RunAsyncTests {
  @Test("V6: Loop.run makes the loop, and stores that are made in it are on it")
  func ownLoop() async throws {
    let count = try await onThread {
      try Loop.run {
        let store = Ticking.store(loop: .current)
        #expect(store.loop !== Loop.main && store.loop === Loop.current)
        await store.send(.load).finish()
        return store.state.count
      }
    }
    #expect(count == 42)
  }

  @Test func `V2: on one of the program's own threads`() async throws {
    let count = try await onThread {
      let store = Ticking.store(loop: .current)
      let task = store.send(.load)
      try store.loop.run { await task.finish() }
      return store.state.count
    }
    #expect(count == 42)
  }

  private actor Keeper {
    let loop: Loop
    private lazy var store = Ticking.store(loop: loop)
    init(_ loop: Loop) { self.loop = loop }
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    func load() async -> Int {
      await store.send(.load).finish()
      return store.state.count
    }
    func end() { store.end() }
  }

  @Test func `V2: in an actor whose executor is the loop`() async throws {
    let counts = Record<Int>()
    try await onThread {
      let loop = try Loop()
      let keeper = Keeper(loop)
      counts(try loop.run { await keeper.load() })
      // From Swift's own threads too, while the loop is running.
      try loop.run { counts(await Task.detached { await keeper.load() }.value) }
      try loop.run { await keeper.end() }
      loop.close()
    }
    #expect(counts.entries == [42, 42])
  }

  @Test("V3: a cancelled task on its own loop cancels the send that it waits for")
  func cancelled() async throws {
    let isCancelled = try await onThread {
      try Loop.run {
        let store = Ticking.store(loop: .current)
        let task = store.send(.hang)
        let waiting = Task(executorPreference: store.loop) { await task.finish() }
        await Task.yield()
        // From another thread.
        await Task.detached { waiting.cancel() }.value
        await waiting.value
        return task.isCancelled && task.isFinished
      }
    }
    #expect(isCancelled)
  }

  private struct Trouble: Error {}

  @Test func `V6: an error of the code is thrown, and the loop continues`() throws {
    let loop = try Loop()
    #expect(throws: Trouble.self) { try loop.run { throw Trouble() } }
    #expect(try loop.run { 1 } == 1)
    loop.close()
  }

  @Test func `V6: a loop that cannot be run refuses before the code has started`() throws {
    let loop = try Loop(.virtual)
    let began = Record<Bool>()
    let errors = Record<LoopError?>()
    OtherThread.run {
      do { try loop.run { began(true) } } catch { errors(error as? LoopError) }
    }
    loop.post { do { try loop.run { began(true) } } catch { errors(error as? LoopError) } }
    try loop.dispatch()
    loop.close()
    do { try loop.run { began(true) } } catch { errors(error as? LoopError) }
    #expect(errors.entries == [.wrongThread, .busy, .closed])
    #expect(began.entries.isEmpty)
  }

  @Test("V6: a virtual loop whose clock would have to move cancels the code and throws")
  func virtual() throws {
    let loop = try Loop(.virtual)
    let wasCancelled = Record<Bool>()
    #expect(throws: LoopError.timeout) {
      try loop.run {
        try? await Task.sleep(for: .seconds(1))
        wasCancelled(Task.isCancelled)
      }
    }
    #expect(wasCancelled.entries == [true])
    loop.close()
  }

  @Test func `V6: effects that the code has started continue when the loop is run again`() throws {
    let loop = try Loop(.virtual)
    let store = Ticking.store(loop: loop)
    let task = store.send(.start)
    try loop.run { await Task.yield() }
    #expect(!task.isFinished)
    try loop.advance(by: 3_000_000)
    #expect(task.isFinished)
    store.end()
    loop.close()
  }

  @Test func `V6: code that closes the loop makes it throw`() throws {
    let loop = try Loop()
    #expect(throws: LoopError.closed) {
      try loop.run {
        loop.close()
        for await _ in AsyncStream<Int>.makeStream().stream {}
      }
    }
  }
}
