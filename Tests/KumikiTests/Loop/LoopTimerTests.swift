import Kumiki
import Testing

@Suite struct LoopTimerTests {
  let loop: Loop
  let record = Record<String>()

  init() throws { loop = try Loop(.virtual) }

  @Test("B5: timers fire by deadline, equal ones in the order in which they were set")
  func order() throws {
    for (deadline, name) in [(3, "3"), (1, "1"), (2, "2"), (1, "1 again"), (1, "1 at last")] {
      loop.schedule(at: UInt64(deadline)) { [record] in record(name) }
    }
    try loop.advance(by: 3)
    #expect(record.entries == ["1", "1 again", "1 at last", "2", "3"])
  }

  @Test("A deadline that has passed waits for the next dispatch, behind earlier work")
  func passed() throws {
    try loop.advance(by: 10)
    loop.nextTurn { [record] in record("before") }
    loop.schedule(at: 5) { [record] in record("timer") }
    loop.nextTurn { [loop, record] in
      record("after")
      loop.schedule(after: 0) { record("from inside") }
    }
    #expect(record.entries.isEmpty)
    #expect(try loop.dispatch() == 3)
    #expect(record.entries == ["before", "timer", "after"])
    #expect(try loop.dispatch() == 1)
  }

  @Test func `A cancelled timer does not fire, and its closure is released immediately`() throws {
    for delay in [0, 5] as [UInt64] {
      var witness: Witness? = Witness { [record] in record("released") }
      let timer = loop.schedule(after: delay) { [witness, record] in
        withExtendedLifetime(witness) { record("fired") }
      }
      witness = nil
      loop.cancel(timer)
      #expect(record.entries == ["released"])
      loop.cancel(timer)
      try loop.advance(by: delay)
      #expect(record.entries == ["released"])
      record.entries = []
    }
  }

  @Test func `A timer may be cancelled by another timer that fires at the same time`() throws {
    var second: LoopTimer?
    loop.schedule(after: 1) { [loop] in loop.cancel(second!) }
    second = loop.schedule(after: 1) { [record] in record("fired") }
    #expect(try loop.dispatch() == 0)
    try loop.advance(by: 1)
    #expect(record.entries.isEmpty)
  }

  @Test func `Cancelling most of many timers leaves the others, in order`() throws {
    let fired = Record<Int>()
    let timers = (0..<1_000).map { number in
      loop.schedule(at: UInt64(1_000 - number)) { fired(number) }
    }
    for (number, timer) in timers.enumerated() where number % 10 != 0 { loop.cancel(timer) }
    try loop.advance(by: 1_000)
    #expect(fired.entries == stride(from: 990, through: 0, by: -10).map { $0 })
  }

  @Test func `Follow-up work of a late timer runs before a timer that was due after it`() throws {
    let loop = try Loop()
    Task.detached(executorPreference: loop) { [record] in
      try await LoopClock(loop: loop).sleep(for: .milliseconds(1))
      record("first")
    }
    try loop.dispatch()
    let second = loop.now + 2_000_000
    loop.schedule(at: second) { [record] in record("second") }
    while loop.now < second + 1_000_000 {}
    try loop.dispatch()
    #expect(record.entries == ["first", "second"])
  }
}

@Suite struct LoopAdvanceTests {
  let loop: Loop
  let record = Record<String>()

  init() throws { loop = try Loop(.virtual) }

  private func sleeper(_ name: String, _ durations: Duration...) {
    Task.detached(executorPreference: loop) { [loop, record] in
      for duration in durations {
        try await LoopClock(loop: loop).sleep(for: duration)
        record("\(name) \(loop.now / 1_000_000)")
      }
    }
  }

  @Test("H9: advance wakes sleepers in due order, and new sleeps due on the way before later ones")
  func nestedSleeps() throws {
    sleeper("a", .seconds(1), .seconds(1))
    sleeper("b", .seconds(1.5))
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    try loop.advance(by: 2_000_000_000)
    #expect(record.entries == ["a 1000", "b 1500", "a 2000"])
    #expect(loop.now == 2_000_000_000)
  }

  @Test("B5: sleeps of 3, 1 and 2 end by time; three of 1 in the order of their start")
  func ties() throws {
    for (name, seconds) in [("x", 3), ("y", 1), ("z", 2), ("p", 1), ("q", 1)] {
      sleeper(name, .seconds(seconds))
    }
    try loop.advance(by: 3_000_000_000)
    #expect(record.entries == ["y 1000", "p 1000", "q 1000", "z 2000", "x 3000"])
  }

  @Test func `H9: all follow-up work of a timer runs before the clock moves on`() throws {
    loop.schedule(at: 1) { [loop, record] in
      loop.nextTurn {
        loop.nextTurn { record("led to at \(loop.now)") }
        loop.schedule(after: 0) { record("set at \(loop.now)") }
      }
    }
    loop.schedule(at: 2) { [loop, record] in record("later at \(loop.now)") }
    try loop.advance(by: 2)
    #expect(record.entries == ["led to at 1", "set at 1", "later at 2"])
  }

  @Test func `Advancing by 0 runs what is due`() throws {
    loop.nextTurn { [record] in record("due") }
    try loop.advance(by: 0)
    #expect(record.entries == ["due"])
    #expect(loop.now == 0)
  }

  @Test func `A timer beyond the end stays`() throws {
    loop.schedule(at: 11) { [record] in record("fired") }
    try loop.advance(by: 10)
    #expect(record.entries.isEmpty)
    try loop.advance(by: 1)
    #expect(record.entries == ["fired"])
  }

  @Test func `The clock stops at its greatest value rather than overflow`() throws {
    loop.schedule(after: .max) { [record] in record("fired") }
    try loop.advance(by: .max - 1)
    #expect(record.entries.isEmpty)
    try loop.advance(by: .max)
    #expect(loop.now == .max)
    #expect(loop.wallClock == .max)
    #expect(record.entries == ["fired"])
  }

  @Test func `Work that creates new work for ever does not block an advance`() throws {
    func again() { loop.nextTurn { again() } }
    again()
    try loop.advance(by: 1)
    #expect(loop.now == 1)
    loop.close()
  }

  @Test func `A real-time loop cannot be advanced`() throws {
    let loop = try Loop()
    #expect(throws: LoopError.notVirtual) { try loop.advance(by: 1) }
  }

  @Test func `Time stands still on a virtual loop; the wall clock shows the same`() throws {
    #expect(loop.now == 0)
    try loop.advance(by: 5)
    #expect(loop.now == 5)
    #expect(loop.wallClock == 5)
  }
}
