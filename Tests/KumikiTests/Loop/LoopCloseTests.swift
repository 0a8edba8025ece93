import Kumiki
import Testing

@Suite struct LoopCloseTests {
  let loop: Loop
  let record = Record<String>()

  init() throws { loop = try Loop(.virtual) }

  /// Work whose release is recorded.
  private func holding(_ name: String) -> () -> Void {
    let witness = Witness { [record] in record(name) }
    return { withExtendedLifetime(witness) {} }
  }

  @Test func `A closed loop runs nothing, accepts nothing and reports that`() throws {
    let loop = loop
    loop.post { [record] in record("post") }
    loop.nextTurn { [record] in record("turn") }
    loop.schedule(after: 0) { [record] in record("timer") }
    loop.close()
    #expect(loop.isClosed)
    let wasTaken = loop.post { [record] in record("late post") }
    #expect(!wasTaken)
    loop.nextTurn { [record] in record("late turn") }
    loop.schedule(after: 0) { [record] in record("late timer") }
    #expect(throws: LoopError.closed) { try loop.dispatch() }
    #expect(throws: LoopError.closed) { try loop.advance(by: 1) }
    #expect(throws: LoopError.closed) { try loop.runUntilIdle(timeoutMilliseconds: 0) }
    #expect(throws: LoopError.closed) { try loop.run(timeoutMilliseconds: 0) { true } }
    OtherThread.run { #expect(!loop.post {}) }
    loop.close()
    #expect(record.entries.isEmpty)
  }

  @Test func `The close releases queued work, and late work is released immediately`() {
    loop.nextTurn(holding("turn"))
    loop.schedule(after: 1, holding("timer"))
    loop.schedule(after: 0, holding("due timer"))
    loop.close()
    #expect(record.entries.sorted() == ["due timer", "timer", "turn"])
    loop.nextTurn(holding("late turn"))
    loop.schedule(after: 1, holding("late timer"))
    #expect(record.entries.suffix(2) == ["late turn", "late timer"])
  }

  @Test func `The close is reported first to those who requested it, in the order of requests`() {
    _ = loop.atEnd { [record] in record("1") }
    let second = loop.atEnd { [record] in record("2") }
    _ = loop.atEnd { [loop, record] in
      record("3")
      #expect(throws: LoopError.closed) { try loop.dispatch() }
    }
    loop.nextTurn(holding("dropped"))
    loop.removeMember(second)
    loop.close()
    #expect(record.entries == ["1", "3", "dropped"])
  }

  @Test func `Inside a callback the loop closes when the outermost call on it returns`() throws {
    _ = loop.atEnd { [record] in record("told") }
    loop.nextTurn { [loop, record] in
      loop.nextTurn(holding("dropped"))
      loop.close()
      record("still open: \(!loop.isClosed)")
    }
    try loop.dispatch()
    // The requester need not wait: a store ends with its burst, and not after it.
    #expect(record.entries == ["told", "still open: true", "dropped"])
    #expect(loop.isClosed)
  }

  @Test func `Inside a store's callback likewise`() throws {
    loop.activity += 1
    loop.close()
    #expect(!loop.isClosed)
    loop.activity -= 1
    #expect(loop.isClosed)
  }

  @Test func `A close in the middle of an advance stops it there`() throws {
    loop.schedule(at: 1) { [loop] in loop.close() }
    loop.schedule(at: 2) { [record] in record("fired") }
    try loop.advance(by: 2)
    #expect(loop.isClosed)
    #expect(loop.now == 1)
    #expect(record.entries.isEmpty)
    let other = try Loop(.virtual)
    other.post { other.close() }
    #expect(throws: LoopError.closed) { try other.run(timeoutMilliseconds: -1) { false } }
  }

  @Test("Tasks that the close cancels unwind before it returns, on the loop's thread")
  func unwinds() throws {
    let task = Task.detached(executorPreference: loop) { [loop, record] in
      do {
        try await Task.sleep(for: .seconds(3_600))
      } catch {
        record("cancelled")
        await Task.yield()
        record("unwound, on its thread: \(loop.isCurrentThread)")
      }
    }
    try loop.dispatch()
    _ = loop.atEnd { task.cancel() }
    loop.close()
    #expect(record.entries == ["cancelled", "unwound, on its thread: true"])
  }

  @Test("A sleep on a loop that closes ends: the loop's clock throws, Task.sleep returns early")
  func sleeps() throws {
    Task.detached(executorPreference: loop) { [loop, record] in
      do {
        try await LoopClock(loop: loop).sleep(for: .seconds(1))
      } catch {
        record("\(type(of: error))")
      }
      do {
        try await LoopClock(loop: loop).sleep(for: .seconds(1))
      } catch {
        record("\(type(of: error)) again")
      }
    }
    Task.detached(executorPreference: loop) { [record] in
      try? await Task.sleep(for: .seconds(1))
      try? await Task.sleep(for: .seconds(1))
      record("awake")
    }
    try loop.dispatch()
    loop.close()
    #expect(record.entries.sorted() == ["CancellationError", "CancellationError again", "awake"])
  }

  @Test("A task that continues after the close runs at the thread's next dispatch, never elsewhere")
  func adrift() throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let task = Task.detached(executorPreference: loop) { [loop, record] in
      for await number in stream { record("\(number) here: \(loop.isCurrentThread)") }
    }
    try loop.dispatch()
    loop.close()
    OtherThread.run { continuation.yield(1) }
    continuation.yield(2)
    #expect(record.entries.isEmpty)
    let other = try Loop(.virtual)
    try other.dispatch()
    #expect(record.entries == ["1 here: true", "2 here: true"])
    continuation.finish()
    try other.dispatch()
    withExtendedLifetime(task) {}
  }

  @Test func `Jobs that wait for a closed loop's thread run before that thread ends`() {
    let record = record
    OtherThread.run {
      guard let loop = try? Loop(.virtual) else { return }
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      Task.detached(executorPreference: loop) {
        for await number in stream { record("\(number) here: \(loop.isCurrentThread)") }
        record("over")
      }
      _ = try? loop.dispatch()
      loop.close()
      continuation.yield(1)
      continuation.finish()
    }
    #expect(record.entries == ["1 here: true", "over"])
  }

  @Test func `A task keeps its loop; once both are finished the loop is released`() throws {
    weak var loop: Loop?
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    do {
      let made = try Loop(.virtual)
      loop = made
      Task.detached(executorPreference: made) { for await _ in stream {} }
      try made.dispatch()
      made.close()
    }
    #expect(loop != nil)
    continuation.finish()
    try Loop(.virtual).dispatch()
    #expect(loop == nil)
  }

  @Test func `1 000 loops with tasks leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let before = LiveObjects.count
      for number in 0..<1_000 {
        let loop = try Loop(number.isMultiple(of: 2) ? .live : .virtual)
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let tasks = [
          Task.detached(executorPreference: loop) { try? await Task.sleep(for: .seconds(3_600)) },
          Task.detached(executorPreference: loop) {
            try? await LoopClock(loop: loop).sleep(for: .seconds(3_600))
          },
          Task.detached(executorPreference: loop) { for await _ in stream {} },
        ]
        loop.schedule(after: 1_000_000_000_000) { withExtendedLifetime(loop) {} }
        if number.isMultiple(of: 3) { _ = loop.fileDescriptor }
        try loop.dispatch()
        #expect(LiveObjects.count == before + 1)
        _ = loop.atEnd { for task in tasks { task.cancel() } }
        loop.close()
        withExtendedLifetime(continuation) {}
      }
      #expect(LiveObjects.count == before)
    }
  }

  @Test func `A released open loop is freed too`() throws {
    weak var loop: Loop?
    do {
      let made = try Loop()
      loop = made
      made.post {}
      made.schedule(after: 1) {}
    }
    #expect(loop == nil)
  }
}
