import Kumiki
import KumikiTesting
import Testing

/// A test's clock at one instant, and together with other work and other clocks.
@MainActor @Suite struct TestClockTurnTests {
  /// "go" runs the work; every other word is logged.
  private func logging(
    on clock: (any Clock<Duration>)? = nil,
    _ work: @escaping @Sendable (Send<String>) async throws -> Void
  ) -> TestStore<[String], String> {
    TestStore(initialState: []) {
      Reduce<[String], String> { log, word in
        if word == "go" { return .run { try await work($0) } }
        log.append(word)
        return .none
      }
    } withDependencies: {
      if let clock { $0.continuousClock = clock }
    }
  }

  @Test func `I23: a sleep of nothing waits until the clock is moved, be it by nothing`() async {
    let clock = TestClock()
    let store = logging(on: clock) { send in
      try await clock.sleep(for: .zero)
      await send("awake")
      try await clock.sleep(until: clock.now, tolerance: nil)
      await send("again")
    }
    await store.send("go")
    await store.send("other") { $0 = ["other"] }
    await clock.advance()
    await store.receive("awake") { $0 = ["other", "awake"] }
    await store.receive("again") { $0 = ["other", "awake", "again"] }
    await store.finish()
  }

  @Test func `I23: it is cancelled like any other, and told of`() async {
    let found = await messages {
      let clock = TestClock()
      let store = logging(on: clock) { _ in try await clock.sleep(for: .zero) }
      let task = await store.send("go")
      await store.receive("never", timeout: .zero)
      await task.cancel()
      await clock.checkSuspension()
      let other = await store.send("go")
      await store.advance(by: .zero)
      #expect(other.isFinished)
    }
    #expect(found.count == 1)
    #expect(found[0].contains("1 effect is in flight"))
  }

  @Test func `I23: run() goes on until nobody sleeps, nor for nothing`() async {
    let clock = TestClock()
    let store = logging(on: clock) { send in
      for number in 1...3 {
        try await clock.sleep(for: number == 2 ? .zero : .seconds(1))
        await send("\(number)")
      }
    }
    await store.send("go")
    await clock.run()
    await store.skipReceivedActions()
    #expect(store.state == ["1", "2", "3"])
  }

  @MainActor private final class Hops {
    var count = 0
    func add() { count += 1 }
  }

  @Test("I24: advance returns when work on the main actor has run, and what that led to")
  func mainActor() async {
    let clock = TestClock()
    let hops = Hops()
    let store = logging(on: clock) { send in
      try await clock.sleep(for: .seconds(1))
      await hops.add()
      await send("one")
      await MainActor.run { hops.add() }
      try await clock.sleep(for: .seconds(1))
      await hops.add()
      await send("two")
    }
    await store.send("go")
    await clock.advance(by: .seconds(1))
    #expect(hops.count == 2)
    await clock.advance(by: .seconds(5))
    #expect(hops.count == 3)
    await store.receive("one") { $0 = ["one"] }
    await store.receive("two") { $0 = ["one", "two"] }
    await store.finish()
  }

  @Test func `I24: what comes by way of the main actor comes before what is due later`() async {
    for isStore in [false, true] {
      let clock = TestClock()
      let hops = Hops()
      let store = logging(on: isStore ? nil : clock) { send in
        @Dependency(\.continuousClock) var time
        let clock = time
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            try? await clock.sleep(for: .seconds(1))
            await hops.add()
            try? await clock.sleep(for: .seconds(1))
            await send("2")
          }
          group.addTask {
            try? await clock.sleep(for: .seconds(3))
            await send("3")
          }
        }
      }
      await store.send("go")
      if isStore {
        await store.advance(by: .seconds(3))
      } else {
        await clock.advance(by: .seconds(3))
      }
      await store.receive("2") { $0 = ["2"] }
      await store.receive("3") { $0 = ["2", "3"] }
      await store.finish()
    }
  }

  @Test nonisolated func `I25: it is made anywhere`() async {
    let clock = await Task.detached { TestClock() }.value
    let now = TestClock().now
    #expect(clock.now == now)
    await clock.advance(by: .seconds(1))
    #expect(clock.now.nanoseconds == 1_000_000_000)
  }

  @Test("I26: Task.sleep and a real clock end in real time, and receive waits for them")
  func real() async {
    let clocks: [any Clock<Duration>] = [ContinuousClock(), SuspendingClock()]
    for clock in clocks {
      let store = logging(on: clock) { send in
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .milliseconds(5))
        await send("clock")
        try await Task.sleep(for: .milliseconds(5))
        await send("task")
      }
      await store.send("go")
      await store.receive("clock", timeout: .seconds(30)) { $0 = ["clock"] }
      await store.receive("task", timeout: .seconds(30)) { $0 = ["clock", "task"] }
      await store.finish()
    }
  }

  @Test("I26: a Task.sleep also ends when the test moves the store's clock there, once")
  func virtual() async {
    let store = logging { send in
      try await Task.sleep(for: .seconds(3_600))
      await send("task")
    }
    await store.send("go")
    await store.advance(by: .seconds(3_600))
    await store.receive("task") { $0 = ["task"] }
    await store.finish()
  }

  @Test func `I26: a receive for what really sleeps longer ends with its own time`() async {
    let found = await messages {
      let store = logging(on: ContinuousClock()) { _ in try await Task.sleep(for: .seconds(3_600)) }
      let task = await store.send("go")
      await store.receive("never", timeout: .milliseconds(5))
      await task.cancel()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("1 effect is in flight") == true)
  }
}

extension Clock where Duration == Swift.Duration {
  fileprivate func sleep(for duration: Duration) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: nil)
  }
}
