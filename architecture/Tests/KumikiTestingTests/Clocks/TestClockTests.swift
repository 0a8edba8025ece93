import Kumiki
import KumikiTesting
import Testing

@MainActor @Suite struct TestClockTests {
  private func logging(
    _ clock: any Clock<Duration>, _ work: @escaping @Sendable (Send<String>) async throws -> Void
  ) -> TestStore<[String], String> {
    TestStore(initialState: []) {
      Reduce<[String], String> { log, word in
        if word == "go" { return .run { try await work($0) } }
        log.append(word)
        return .none
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test("H8: a sleep ends only when the clock is moved, by a time, to a moment, or to the end")
  func moving() async {
    let clock = TestClock()
    let store = counterStore { $0.continuousClock = clock }
    for seconds in 1...3 { await store.send(.incAfter(seconds)) }
    await clock.advance(by: .milliseconds(999))
    await clock.advance()
    await store.send(.noop)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.inc) { $0.count = 1 }
    await clock.advance(to: .init(nanoseconds: 2_000_000_000))
    await store.receive(.inc) { $0.count = 2 }
    await clock.run()
    await store.receive(.inc) { $0.count = 3 }
    #expect(clock.now.nanoseconds == 3_000_000_000)
    await store.finish()
  }

  @Test("H9: sleepers wake in due order, and what they begin inside the window is done in it")
  func order() async {
    let clock = TestClock()
    let store = logging(clock) { send in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          try? await clock.sleep(for: .seconds(1))
          await send("1")
          try? await clock.sleep(for: .seconds(1))
          await send("2")
        }
        group.addTask {
          try? await clock.sleep(for: .seconds(1.5))
          await send("1.5")
        }
      }
    }
    await store.send("go")
    await clock.advance(by: .seconds(2))
    await store.receive("1") { $0 = ["1"] }
    await store.receive("1.5") { $0 = ["1", "1.5"] }
    await store.receive("2") { $0 = ["1", "1.5", "2"] }
    await store.finish()
  }

  @Test func `H8: a test clock is the store's: the engine's own timers go by it`() async {
    let clock = TestClock()
    let store = counterStore { $0.continuousClock = clock }
    let timer = await store.send(.startTimer)
    await clock.advance(by: .seconds(2))
    await store.receive(.tick) { $0.count = 1 }
    await store.receive(.tick) { $0.count = 2 }
    await timer.cancel()
  }

  @Test func `H8: on an immediate clock a sleep returns at once`() async {
    let clock = ImmediateClock()
    let store = logging(clock) { send in
      try await clock.sleep(for: .seconds(3600))
      await send("awake")
    }
    await store.send("go")
    await store.receive("awake") { $0 = ["awake"] }
    #expect(clock.now.nanoseconds == 3_600_000_000_000)
  }

  @Test func `A clock with something asleep says so; one that ticks for ever is given up`() async {
    let found = await messages {
      let clock = TestClock()
      let store = counterStore { $0.continuousClock = clock }
      await clock.checkSuspension()
      let timer = await store.send(.startTimer)
      await clock.checkSuspension()
      await timer.cancel()
    }
    #expect(found.count == 1)
    #expect(found[0].contains("sleeps on the clock"))
  }
}
