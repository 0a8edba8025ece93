import Testing

@testable import KumikiLoop
@_spi(Executors) import KumikiToolchain

@Suite struct SystemMomentTests {
  @Test func `V14: instants keep their order, whenever each of them is converted`() {
    for number in 0..<1000 {
      let now = ContinuousClock.now
      let later = now + .nanoseconds(500_000_000 + number)
      let converted = SystemTimes.monotonic(.continuous(later))
      // As a timer that is set repeatedly: the earlier time is requested last.
      #expect(SystemTimes.monotonic(.continuous(later - .nanoseconds(1))) < converted)
    }
  }

  @Test func `V14: none comes too early`() {
    let moment = ContinuousClock.now
    #expect(SystemTimes.monotonic(.continuous(moment)) <= System.monotonic)
    let before = System.monotonic
    let other = SuspendingClock.now
    #expect(SystemTimes.monotonic(.suspending(other)) >= before)
  }
}
