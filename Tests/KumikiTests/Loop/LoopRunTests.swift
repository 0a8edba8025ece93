import Kumiki
import Testing

@Suite struct LoopRunTests {
  let record = Record<String>()

  @Test("runUntilIdle follows work over iterations and leaves timers and the clock alone")
  func idle() throws {
    let loop = try Loop(.virtual)
    loop.schedule(after: 1) { [record] in record("timer") }
    loop.nextTurn { [loop, record] in
      record("1")
      loop.nextTurn {
        record("2")
        loop.nextTurn { record("3") }
      }
    }
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(record.entries == ["1", "2", "3"])
    #expect(loop.now == 0)
  }

  @Test func `runUntilIdle waits for work on other threads and runs what it posts`() throws {
    for kind in [Loop.Kind.live, .virtual] {
      let loop = try Loop(kind)
      let record = Record<String>()
      loop.retainPending()
      let worker = OtherThread {
        loop.post { record("posted") }
        loop.releasePending()
      }
      try loop.runUntilIdle(timeoutMilliseconds: -1)
      #expect(record.entries == ["posted"])
      worker.join()
    }
  }

  @Test func `runUntilIdle returns when work on another thread ends and posts nothing`() throws {
    for _ in 0..<100 {
      let loop = try Loop(.virtual)
      loop.retainPending()
      let worker = OtherThread { loop.releasePending() }
      try loop.runUntilIdle(timeoutMilliseconds: -1)
      worker.join()
    }
  }

  @Test func `runUntilIdle gives up after its timeout and leaves everything unchanged`() throws {
    let loop = try Loop(.virtual)
    loop.retainPending()
    #expect(throws: LoopError.timeout) { try loop.runUntilIdle(timeoutMilliseconds: 0) }
    #expect(throws: LoopError.timeout) { try loop.runUntilIdle(timeoutMilliseconds: 1) }
    loop.releasePending()
    try loop.runUntilIdle(timeoutMilliseconds: 0)
  }

  @Test func `Work that never ends runs into the timeout, of 0 too`() throws {
    let loop = try Loop(.virtual)
    func again() { loop.nextTurn { again() } }
    again()
    #expect(throws: LoopError.timeout) { try loop.runUntilIdle(timeoutMilliseconds: 0) }
    #expect(throws: LoopError.timeout) { try loop.runUntilIdle(timeoutMilliseconds: 1) }
    #expect(throws: LoopError.timeout) { try loop.run(timeoutMilliseconds: 0) { false } }
    loop.close()
  }

  @Test("run dispatches until the condition holds, and not at all if it holds already")
  func untilDone() throws {
    let loop = try Loop(.virtual)
    loop.nextTurn { [loop, record] in loop.nextTurn { record("done") } }
    try loop.run(timeoutMilliseconds: -1) { true }
    #expect(record.entries.isEmpty)
    loop.nextTurn { [loop, record] in loop.nextTurn { loop.nextTurn { record("too far") } } }
    try loop.run(timeoutMilliseconds: -1) { [record] in !record.entries.isEmpty }
    #expect(record.entries == ["done"])
  }

  @Test func `On an idle virtual loop run gives up immediately, whatever its timeout`() throws {
    let loop = try Loop(.virtual)
    loop.schedule(after: 1) {}
    #expect(throws: LoopError.timeout) { try loop.run(timeoutMilliseconds: -1) { false } }
  }

  @Test func `On a real-time loop run waits for timers, and gives up after its timeout`() throws {
    let loop = try Loop()
    loop.schedule(after: 1_000_000) { [record] in record("fired") }
    try loop.run(timeoutMilliseconds: -1) { [record] in !record.entries.isEmpty }
    #expect(throws: LoopError.timeout) { try loop.run(timeoutMilliseconds: 1) { false } }
  }
}
