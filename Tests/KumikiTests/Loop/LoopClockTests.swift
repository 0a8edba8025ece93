import Kumiki
import Testing

@Suite struct LoopClockTests {
  let loop: Loop
  let clock: LoopClock
  let record = Record<String>()

  init() throws {
    loop = try Loop(.virtual)
    clock = LoopClock(loop: loop)
  }

  @Test func `A sleep ends when the loop's clock reaches its time`() throws {
    Task.detached(executorPreference: loop) { [clock, record] in
      let start = clock.now
      try await clock.sleep(for: .milliseconds(5))
      record("\(start.duration(to: clock.now))")
    }
    try loop.advance(by: 4_999_999)
    #expect(record.entries.isEmpty)
    try loop.advance(by: 1)
    #expect(record.entries == ["0.005 seconds"])
  }

  @Test func `A sleep of zero lasts until the next dispatch`() throws {
    Task.detached(executorPreference: loop) { [clock, record] in
      try await clock.sleep(until: clock.now)
      record("awake")
    }
    try loop.dispatch()
    #expect(record.entries.isEmpty)
    try loop.dispatch()
    #expect(record.entries == ["awake"])
  }

  @Test func `A cancelled sleep leaves no timer that would wake the host`() throws {
    let loop = try Loop()
    let descriptor = loop.fileDescriptor
    let task = Task.detached(executorPreference: loop) {
      try await LoopClock(loop: loop).sleep(for: .milliseconds(20))
    }
    try loop.dispatch()
    task.cancel()
    try loop.dispatch()
    #expect(!isReadable(descriptor, withinMilliseconds: 40))
  }

  @Test func `A cancelled sleep throws immediately`() throws {
    let task = Task.detached(executorPreference: loop) { [clock, loop, record] in
      do {
        try await clock.sleep(for: .seconds(1))
      } catch {
        record("\(error is CancellationError) at \(loop.now)")
      }
    }
    try loop.dispatch()
    task.cancel()
    try loop.dispatch()
    #expect(record.entries == ["true at 0"])
    try loop.advance(by: 1_000_000_000)
    #expect(record.entries.count == 1)
  }

  @Test func `A task that is already cancelled does not start to sleep`() throws {
    let task = Task.detached(executorPreference: loop) { [clock, record] in
      do {
        try await clock.sleep(for: .seconds(1))
      } catch {
        record("\(error is CancellationError)")
      }
    }
    task.cancel()
    try loop.dispatch()
    #expect(record.entries == ["true"])
  }

  @Test func `A task elsewhere may sleep on the loop, and be cancelled there`() throws {
    let loop = loop
    let other = OtherThread { [clock, record] in
      guard let own = try? Loop() else { return }
      let sleeper = Task.detached(executorPreference: own) {
        try? await clock.sleep(for: .seconds(1))
        record("awake on its own thread: \(own.isCurrentThread)")
      }
      let cancelled = Task.detached(executorPreference: own) {
        do {
          try await clock.sleep(for: .seconds(1))
        } catch {
          record("cancelled")
          loop.post { record("posted") }
        }
      }
      _ = try? own.dispatch()
      cancelled.cancel()
      try? own.run(timeoutMilliseconds: -1) { record.entries.contains("posted") }
      try? own.run(timeoutMilliseconds: -1) { record.entries.count == 3 }
      withExtendedLifetime(sleeper) {}
    }
    let live = try Loop()
    while !record.entries.contains("posted") {
      try live.dispatch(timeoutMilliseconds: 1)
      try loop.dispatch()
    }
    try loop.advance(by: 1_000_000_000)
    other.join()
    #expect(record.entries == ["cancelled", "posted", "awake on its own thread: true"])
  }

  @Test("Instants add and subtract, round up to a nanosecond and stop at the ends of the clock")
  func instants() {
    typealias Instant = LoopClock.Instant
    let ten = Instant(nanoseconds: 10)
    #expect(ten.advanced(by: .nanoseconds(5)).nanoseconds == 15)
    #expect(ten.advanced(by: .nanoseconds(-3)).nanoseconds == 7)
    #expect(ten.advanced(by: .nanoseconds(-30)).nanoseconds == 0)
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    #expect(ten.advanced(by: attosecond).nanoseconds == 11)
    #expect(ten.advanced(by: .seconds(Int64.max)).nanoseconds == .max)
    #expect(ten.duration(to: Instant(nanoseconds: 4)) == .nanoseconds(-6))
    #expect(ten.duration(to: Instant(nanoseconds: .max)) == .nanoseconds(UInt64.max - 10))
    #expect(Instant(nanoseconds: 1) < ten)
  }
}
