import Kumiki
import Testing

@Suite struct LoopDispatchTests {
  let loop: Loop
  let record = Record<String>()

  init() throws { loop = try Loop(.virtual) }

  @Test("Posts, next-turn work and Swift jobs run in the order of their submission")
  func order() throws {
    loop.post { [record] in record("post") }
    Task.detached(executorPreference: loop) { [record] in record("task") }
    loop.nextTurn { [record] in record("turn") }
    loop.post { [record] in record("post again") }
    #expect(try loop.dispatch() == 4)
    #expect(record.entries == ["post", "task", "turn", "post again"])
  }

  @Test("B3: work that a dispatch queues for the next iteration waits for the next dispatch")
  func nextTurn() throws {
    loop.nextTurn { [loop, record] in
      record("first")
      loop.nextTurn { record("second") }
      loop.post { record("third") }
    }
    #expect(try loop.dispatch() == 1)
    #expect(record.entries == ["first"])
    #expect(try loop.dispatch() == 2)
    #expect(record.entries == ["first", "second", "third"])
  }

  @Test(
    "N2: work posted outside runs at the end of the next dispatch, which it may do itself, to any depth"
  )
  func outside() throws {
    loop.postOutside { [loop, record] in
      record("1")
      loop.post { record("post") }
      loop.postOutside {
        record("2")
        loop.schedule(after: 5) { record("timer") }
        loop.nextTurn {
          #expect(throws: LoopError.busy) { try loop.dispatch() }
        }
        try? loop.advance(by: 10)
        record("at \(loop.now)")
      }
      _ = try? loop.dispatch()
      try? loop.runUntilIdle(timeoutMilliseconds: 0)
      record("1 again")
    }
    loop.post { [record] in record("due") }
    try loop.advance(by: 3)
    #expect(record.entries == ["due", "1", "post", "2", "timer", "at 10", "1 again"])
    // The outer call makes no further progress, and never goes back.
    #expect(loop.now == 10)
  }

  @Test(
    "N2: the work that it posts outside waits for the next dispatch, and a task runs in that")
  func outsideAgain() throws {
    loop.postOutside { [loop, record] in
      record("1")
      loop.postOutside { record("2") }
      Task.detached(executorPreference: loop) { record("task") }
    }
    #expect(try loop.dispatch() == 1)
    #expect(record.entries == ["1"])
    #expect(try loop.dispatch() == 2)
    #expect(record.entries == ["1", "task", "2"])
  }

  @Test(
    "N2: a loop closed there ends when the outermost call returns, with its remaining work")
  func closedOutside() throws {
    loop.postOutside { [loop, record] in
      loop.postOutside { loop.close() }
      loop.postOutside { record("never") }
      _ = try? loop.dispatch()
      record("still open: \(!loop.isClosed)")
      #expect(throws: LoopError.closed) { try loop.dispatch() }
    }
    try loop.dispatch()
    #expect(record.entries == ["still open: true"])
    #expect(loop.isClosed)
    #expect(!loop.postOutside {})
  }

  @Test func `Swift jobs that a dispatch triggers run in it, behind all due work`() throws {
    loop.nextTurn { [loop, record] in
      loop.nextTurn { record("next turn") }
      Task.detached(executorPreference: loop) {
        record("task")
        await Task.yield()
        record("task again")
      }
    }
    loop.nextTurn { [record] in record("due") }
    try loop.dispatch()
    #expect(record.entries == ["due", "task", "task again"])
    try loop.dispatch()
    #expect(record.entries.last == "next turn")
  }

  @Test("A task that yields for ever does not block a dispatch, and continues in the next one")
  func bound() throws {
    let isOver = Record<Bool>()
    let task = Task.detached(executorPreference: loop) { [record] in
      while isOver.entries.isEmpty {
        record("")
        await Task.yield()
      }
    }
    try loop.dispatch()
    let first = record.entries.count
    #expect(first > 100)
    loop.nextTurn { isOver(true) }
    try loop.dispatch()
    #expect(isOver.entries == [true])
    try loop.runUntilIdle(timeoutMilliseconds: -1)
    #expect(record.entries.count >= first)
    withExtendedLifetime(task) {}
  }

  @Test func `A dispatch with nothing due returns 0`() throws {
    #expect(try loop.dispatch() == 0)
    #expect(try Loop().dispatch(timeoutMilliseconds: 1) == 0)
  }

  @Test func `A virtual loop never blocks`() throws {
    loop.schedule(after: 1) {}
    #expect(try loop.dispatch(timeoutMilliseconds: -1) == 0)
  }

  @Test func `A blocking dispatch waits for the next timer`() throws {
    let loop = try Loop()
    loop.schedule(after: 1_000_000) { [record] in record("fired") }
    #expect(try loop.dispatch(timeoutMilliseconds: -1) == 1)
    #expect(record.entries == ["fired"])
    #expect(loop.now >= 1_000_000)
  }

  @Test func `Inside a callback every call that runs the loop is refused as busy`() throws {
    loop.post { [loop] in
      #expect(throws: LoopError.busy) { try loop.dispatch() }
      #expect(throws: LoopError.busy) { try loop.runUntilIdle(timeoutMilliseconds: 0) }
      #expect(throws: LoopError.busy) { try loop.advance(by: 1) }
      #expect(throws: LoopError.busy) { try loop.run(timeoutMilliseconds: 0) { true } }
    }
    #expect(try loop.dispatch() == 1)
    loop.activity += 1
    #expect(throws: LoopError.busy) { try loop.dispatch() }
    loop.activity -= 1
    #expect(try loop.dispatch() == 0)
  }

  @Test func `Inside a callback another loop of the thread may be run`() throws {
    let inner = try Loop(.virtual)
    inner.post { [record] in record("inner") }
    loop.post { [record] in
      record("outer")
      #expect(throws: Never.self) { try inner.dispatch() }
    }
    try loop.dispatch()
    #expect(record.entries == ["outer", "inner"])
  }

  @Test func `A timeout below -1 is refused`() {
    #expect(throws: LoopError.invalidTimeout) { try loop.dispatch(timeoutMilliseconds: -2) }
    #expect(throws: LoopError.invalidTimeout) { try loop.runUntilIdle(timeoutMilliseconds: -2) }
    #expect(throws: LoopError.invalidTimeout) { try loop.run(timeoutMilliseconds: -2) { true } }
  }
}
