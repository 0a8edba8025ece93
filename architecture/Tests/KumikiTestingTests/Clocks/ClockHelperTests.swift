import Kumiki
import KumikiTesting
import Synchronization
import Testing

@MainActor @Suite struct ClockHelperTests {
  private enum Word: Equatable { case go, tick }

  private func ticking(
    on clock: any Clock<Duration>, _ work: (@Sendable () async throws -> Void)? = nil
  ) -> TestStore<Int, Word> {
    TestStore(initialState: 0) {
      Reduce<Int, Word> { count, word in
        @Dependency(\.continuousClock) var clock
        guard word == .go else {
          count += 1
          return .none
        }
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.tick)
            try await work?()
          }
        }
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `X6: a timer ticks once an interval, and ends with its task`() async {
    let clock = TestClock()
    let store = ticking(on: clock)
    let task = await store.send(.go)
    await clock.advance(by: .milliseconds(999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.tick) { $0 = 1 }
    await clock.advance(by: .seconds(2))
    await store.receive(.tick) { $0 = 2 }
    await store.receive(.tick) { $0 = 3 }
    await task.cancel()
    await clock.advance(by: .seconds(2))
    await clock.checkSuspension()
  }

  @Test("X6: ticks that were missed are left out, and those after keep to the interval")
  func missed() async {
    let clock = TestClock()
    let store = ticking(on: clock) { try await clock.sleep(for: .milliseconds(2_500)) }
    let task = await store.send(.go)
    await clock.advance(by: .seconds(1))
    await store.receive(.tick) { $0 = 1 }
    await clock.advance(by: .milliseconds(2_999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.tick) { $0 = 2 }
    await task.cancel()
  }

  @Test func `X7: a clock of any type tells its time and sleeps as the one in it`() async throws {
    let base = TestClock()
    await base.advance(by: .seconds(5))
    let clock = AnyClock(base)
    let start = clock.now
    #expect(clock.minimumResolution == base.minimumResolution)
    let isAwake = LockIsolated(false)
    let task = Task {
      try await clock.sleep(until: start.advanced(by: .seconds(2)), tolerance: nil)
      isAwake.setValue(true)
    }
    await base.advance(by: .seconds(1))
    #expect(!isAwake.value)
    await base.advance(by: .seconds(1))
    #expect(isAwake.value)
    #expect(start.duration(to: clock.now) == .seconds(2) && start < clock.now)
    try await task.value
  }

  @Test("X7: where a clock is named by its duration alone, one is at hand that never waits")
  func immediate() async throws {
    var dependencies = DependencyValues()
    dependencies.continuousClock = .immediate
    try await dependencies.continuousClock.sleep(for: .seconds(1_000))
  }

  @Test func `I31: a clock that is said not to be used fails the test that uses it`() async {
    var line = 0
    let found = await reports {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Word> { _, _ in
          @Dependency(\.continuousClock) var clock
          return .run { [clock] _ in try await clock.sleep(for: .seconds(1)) }
        }
      } withDependencies: {
        $0.continuousClock = .unimplemented(name: "the app's"); line = #line
      }
      await store.send(.go)
    }
    #expect(found.count >= 1 && found.allSatisfy { $0.line == line })
    #expect(found.first?.message.contains("The clock \"the app's\"") == true)
    let unused = await messages {
      let store = ticking(on: UnimplementedClock())
      await store.send(.tick) { $0 = 1 }
    }
    #expect(unused == [])
  }

  @Test("I23: run() gives up after the real time that it was given, which is a failure")
  func runTimeout() async {
    let found = await messages {
      let clock = TestClock()
      let store = ticking(on: clock)
      store.exhaustivity = .off
      let task = await store.send(.go)
      await clock.run(timeout: .milliseconds(5))
      await task.cancel()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("moments and something still sleeps") == true)
  }
}

/// In a separate process, because the executor of the whole process changes.
@Suite struct MainSerialExecutorTests {
  @Test("I32: tasks without an executor go by turns on the main actor, and as before afterwards")
  func turns() async {
    await #expect(processExitsWith: .success) {
      await withMainSerialExecutor {
        #expect(uncheckedUseMainSerialExecutor)
        let order = LockIsolated<[Int]>([])
        let tasks = (0..<100).map { number in
          Task.detached {
            order.withValue { $0.append(number) }
            await Task.yield()
            order.withValue { $0.append(number + 100) }
          }
        }
        for task in tasks { await task.value }
        #expect(order.value == Array(0..<200))
      }
      #expect(!uncheckedUseMainSerialExecutor)
      withMainSerialExecutor { #expect(uncheckedUseMainSerialExecutor) }
      #expect(!uncheckedUseMainSerialExecutor)
      #expect(await Task.detached { 1 }.value == 1)
    }
  }

  @Test(
    "I57: clocks for tests name their durations, and their moments are times since the beginning")
  func durations() async {
    let clock: TestClock<Duration> = TestClock()
    let others: [any Clock<Duration>] = [
      ImmediateClock<Duration>(), UnimplementedClock<Duration>(), AnyClock<Duration>(clock),
    ]
    #expect(others.count == 3)
    await clock.advance(to: TestClock<Duration>.Instant(offset: .seconds(2)))
    #expect(clock.now.offset == .seconds(2))
  }
}
