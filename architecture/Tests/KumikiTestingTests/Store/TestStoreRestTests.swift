import Kumiki
import KumikiTesting
import Testing

@MainActor @Suite struct TestStoreRestTests {
  @Test("An effect that goes on for ever without waiting is given up, named, at its send")
  func restless() async {
    var line = 0
    let found = await reports {
      let store = TestStore(initialState: Stopwatch.State()) {
        Stopwatch()
      } withDependencies: {
        $0.continuousClock = ImmediateClock()
      }
      let timer = await store.send(.startTapped) { $0.isRunning = true }; line = #line
      #expect(timer.isFinished)
    }
    #expect(found.map(\.line).first == line && found.count == 2)
    #expect(found[0].message.contains("The feature does not become idle."))
    #expect(found[0].message.contains("started by Stopwatch.Action.startTapped"))
    #expect(found[1].message.contains("were not received before the end of the test"))
    #expect(found[1].message.contains("Stopwatch.Action.ticked\n    … and "))
    #expect(found[1].message.split(separator: "\n").count < 30)
  }

  @Test func `So is one that does it by way of the main actor`() async {
    let found = await messages {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { _, _ in
          .run { _ in
            while !Task.isCancelled {
              for _ in 0..<1_000 { await Task.yield() }
              await MainActor.run {}
            }
          }
        }
      }
      await store.send(1)
    }
    #expect(found.count == 1)
    #expect(found[0].contains("The feature does not become idle."))
  }

  /// Counts its own sends, which do not end: 0 starts them, once `first` has returned.
  private func sending(
    after first: @escaping @Sendable () async throws -> Void = {}
  ) -> Reduce<Int, Int> {
    Reduce { sum, number in
      guard number == 0 else {
        sum += 1
        return .none
      }
      return .run { send in
        try await first()
        for number in 1...2_000_000 {
          if Task.isCancelled { break }
          await send(number)
        }
      }
    }
  }

  @Test("I37: An effect that sends on and on is given up after as many actions as a burst may have")
  func sends() async {
    let found = await messages {
      let store = TestStore(initialState: 0) {
        sending()
      }
      store.exhaustivity = .off
      await store.send(0)
      #expect(store.state == 0)
      await store.skipReceivedActions(strict: false)
      #expect(store.state >= 250_000 && store.state < 251_000)
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("The feature does not become idle.") == true)
  }

  @Test("I37: So is one that begins to do it when the clock is advanced")
  func sendsLater() async {
    let found = await messages {
      let clock = TestClock()
      let store = TestStore(initialState: 0) {
        sending {
          try await clock.sleep(for: .seconds(1))
          Loop.current.burstLimit = 10_000
        }
      } withDependencies: {
        $0.continuousClock = clock
      }
      store.exhaustivity = .off
      await store.send(0)
      await clock.advance(by: .seconds(1))
      await store.skipReceivedActions(strict: false)
      #expect(store.state >= 10_000 && store.state < 50_000)
    }
    #expect(found.contains { $0.contains("The feature does not become idle.") })
  }
}
