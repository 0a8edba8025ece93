import Kumiki
import Testing

@testable import KumikiLoop

/// Timers by other clocks than the loop's own, and the events of the machine.
@Suite struct OtherClockTests {
  let loop: Loop
  let record = Record<String>()

  init() throws { loop = try Loop(.virtual) }

  private func schedule(_ name: String, at deadline: UInt64, by clock: TimerClock) {
    loop.schedule(at: deadline, by: clock) { [record] in record(name) }
  }

  @Test
  func `After a suspend, late timers of all clocks fire in the order of their due times`()
    throws
  {
    try loop.setDate(100)
    schedule("date", at: 107, by: .date)
    schedule("own", at: 4, by: .own)
    schedule("continuous", at: 5, by: .continuous)
    schedule("first", at: 103, by: .date)
    schedule("later", at: 12, by: .continuous)
    try loop.advance(by: 2)
    #expect(record.entries.isEmpty)
    try loop.suspend(for: 8)
    #expect(record.entries == ["first", "continuous", "date"])
    #expect(loop.now == 2)
    #expect(loop.wallClock == 110)
    try loop.advance(by: 2)
    #expect(record.entries == ["first", "continuous", "date", "own", "later"])
  }

  @Test func `Timers that are equally late fire in the order in which they were set`() throws {
    schedule("b", at: 5, by: .continuous)
    schedule("c", at: 5, by: .date)
    schedule("a", at: 4, by: .date)
    try loop.suspend(for: 100)
    #expect(record.entries == ["a", "b", "c"])
  }

  @Test func `Dates come when the date is set, or later when it is set back`() throws {
    schedule("date", at: 10, by: .date)
    schedule("set", at: .max, by: .clockSet)
    try loop.advance(by: 5)
    try loop.setDate(1)
    #expect(record.entries == ["set"])
    #expect(loop.nanosecondsUntilTimer == 9)
    try loop.setDate(50)
    #expect(record.entries == ["set", "date", "set"])
    #expect(loop.nanosecondsUntilTimer == nil)
    try loop.setDate(-7)
    #expect(loop.wallClock == 0)
  }

  @Test func `A cancelled timer of another clock is not moved`() throws {
    let timer = loop.schedule(at: 10, by: .date) { [record] in record("never") }
    let listener = loop.schedule(at: .max, by: .woken) { [record] in record("never") }
    loop.cancel(timer)
    loop.cancel(listener)
    try loop.suspend(for: 20)
    #expect(record.entries.isEmpty)
  }

  @Test func `A loop in real time is not suspended, and its date is not set`() throws {
    let loop = try Loop()
    #expect(throws: LoopError.notVirtual) { try loop.suspend(for: 1) }
    #expect(throws: LoopError.notVirtual) { try loop.setDate(1) }
  }

  @Test func `The differences between the clocks tell a suspend from a set clock`() {
    let first = ClockReading(monotonic: 1_000_000, boottime: 5_000_000, date: 700_000_000)
    func events(_ monotonic: UInt64, _ boottime: UInt64, _ date: Int64) -> [Bool] {
      let later = ClockReading(monotonic: monotonic, boottime: boottime, date: date)
      let (hasWoken, wasSet) = later.events(since: first)
      return [hasWoken, wasSet]
    }
    #expect(events(9_000_000, 13_000_000, 708_000_000) == [false, false])
    #expect(events(1_500_000, 13_500_000, 708_500_000) == [true, false])
    #expect(events(9_000_000, 13_000_000, 710_000_000) == [false, true])
    #expect(events(9_000_000, 13_000_000, 100_000_000) == [false, true])
    #expect(events(9_000_000, 20_000_000, 100_000_000) == [true, true])
    #expect(events(9_000_000, 13_900_000, 708_000_001) == [false, false])
  }
}
