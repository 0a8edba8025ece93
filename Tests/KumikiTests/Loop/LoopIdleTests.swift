import Kumiki
import Testing

@Suite struct LoopIdleTests {
  @Test func `P10: A loop is idle if nothing is due, whatever is scheduled`() throws {
    let loop = try Loop(.virtual)
    #expect(loop.isIdle)
    loop.nextTurn {}
    #expect(!loop.isIdle)
    try loop.dispatch()
    loop.schedule(after: 1) {}
    #expect(loop.isIdle)
    loop.retainPending()
    #expect(!loop.isIdle)
    loop.releasePending()
    try loop.advance(by: 1)
    #expect(loop.isIdle)
  }

  @Test func `P10: A wait may last until the next timer, in milliseconds rounded up`() throws {
    let loop = try Loop(.live)
    #expect(loop.timeoutMilliseconds == nil)
    let timer = loop.schedule(after: 3_600_000_000_000)
    #expect((3_000_000...3_600_000).contains(try #require(loop.timeoutMilliseconds)))
    loop.nextTurn {}
    #expect(loop.timeoutMilliseconds == 0)
    try loop.dispatch()
    loop.cancel(timer)
    #expect(loop.timeoutMilliseconds == nil)
    loop.wakeup()
    #expect(loop.timeoutMilliseconds == 0)
  }

  @Test func `P10: The clock of a virtual loop does not move on its own`() throws {
    let loop = try Loop(.virtual)
    loop.schedule(after: 1) {}
    #expect(loop.timeoutMilliseconds == nil)
    loop.close()
    #expect(loop.timeoutMilliseconds == nil)
  }
}

extension Loop {
  fileprivate func schedule(after delay: UInt64) -> LoopTimer { schedule(after: delay) {} }
}
