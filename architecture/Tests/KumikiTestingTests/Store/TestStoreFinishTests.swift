import Kumiki
import KumikiTesting
import Testing

private struct Screen: Equatable { @PresentationState var sheet: Int? }

private enum ScreenAction: CasePathable {
  case show
  case sheet(PresentationAction<Int>)

  struct AllCasePaths {
    let sheet = CasePath(embed: ScreenAction.sheet) {
      if case .sheet(let action) = $0 { action } else { nil }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@MainActor @Suite struct TestStoreFinishTests {
  @Test func `I8: the end of a test fails for what was not received, and lists it`() async throws {
    var line = 0
    let found = await reports {
      let store = counterStore(); line = #line
      await store.send(.burst) { $0.count = 1 }
      await store.receive(.first) { $0.count = 2 }
    }
    let report = try #require(found.first)
    #expect(found.count == 1 && report.line == line)
    #expect(report.message.contains("2 actions came from effects"))
    #expect(report.message.contains("before the end of the test"))
    #expect(report.message.contains("Counter.Action.second\n"))
    #expect(report.message.contains("Counter.Action.third\n"))
  }

  @Test func `I9: and once for each effect that is running, at the send that started it`() async {
    var lines: [Int] = []
    let found = await reports {
      let store = counterStore()
      await store.send(.incAfter(1)); lines.append(#line)
      await store.send(.startTimer); lines.append(#line)
    }
    #expect(found.map(\.line) == lines)
    #expect(found[0].message.contains("started by Counter.Action.incAfter(1)"))
    #expect(found[1].message.contains("started by Counter.Action.startTimer, cancellable by timer"))
  }

  @Test func `I9: an effect of a received action is located at the send that led to it`() async {
    var line = 0
    let found = await reports {
      let store = TestStore(initialState: 0) {
        Reduce<Int, String> { _, word in
          switch word {
          case "go": .run { await $0("on") }
          case "on":
            .run { _ in try await DependencyValues.current.continuousClock.sleep(for: .seconds(1)) }
          default: .none
          }
        }
      }
      await store.send("go"); line = #line
      await store.receive("on")
      await store.send("other")
    }
    #expect(found.map(\.line) == [line])
    #expect(found.first?.message.contains("started by \"on\"") == true)
  }

  @Test func `I9: a later link of a chain is still its action's`() async {
    let found = await messages {
      let store = counterStore()
      await store.send(.chain)
      await store.advance(by: .seconds(1))
      await store.receive(.noop)
    }
    #expect(found.count == 1)
    #expect(found[0].contains("started by Counter.Action.chain"))
  }

  @Test func `I9: presenting alone starts nothing that would have to be accounted for`() async {
    let store = TestStore(initialState: Screen()) {
      Reduce<Screen, ScreenAction> { state, action in
        if case .show = action { state.sheet = 1 }
        return .none
      }
      .ifLet(\.$sheet, action: \.sheet) { EmptyReducer<Int, Int>() }
    }
    await store.send(.show) { $0.sheet = 1 }
    await store.finish()
  }

  @Test func `I10: finish fails for what was not received, then for what is running`() async {
    var line = 0
    let found = await reports {
      let store = counterStore()
      await store.send(.startTimer)
      await store.send(.burst) { $0.count = 1 }
      await store.finish(timeout: .milliseconds(5)); line = #line
    }
    #expect(found.map(\.line) == [line, line])
    #expect(found[0].message.contains("were not received before finish"))
    #expect(
      found[1].message.contains("Expected every effect to have finished. 1 effect is in flight"))
    #expect(found[1].message.contains("started by Counter.Action.startTimer"))
  }

  @Test func `I10: nothing received and nothing running is a clean finish`() async {
    let store = counterStore()
    await store.send(.incAfter(1))
    await store.advance(by: .seconds(1))
    await store.receive(.inc) { $0.count = 1 }
    await store.finish(timeout: .zero)
  }

  @Test("I11: skipReceivedActions takes the newest state; strict, it fails where there are none")
  func skipReceived() async {
    let found = await messages {
      let store = counterStore()
      await store.send(.burst) { $0.count = 1 }
      await store.skipReceivedActions()
      #expect(store.state.count == 4)
      await store.skipReceivedActions(strict: false)
      await store.skipReceivedActions()
    }
    #expect(found.count == 1)
    #expect(found[0].contains("There is no received action to skip."))
  }

  @Test(
    "I12: effects that are skipped need no account, and what they send is received all the same")
  func skipInFlight() async {
    let found = await messages {
      let store = counterStore()
      await store.send(.incAfter(1))
      await store.send(.startTimer)
      await store.skipInFlightEffects()
      await store.finish()
      await store.advance(by: .seconds(1))
      await store.receive(.inc) { $0.count = 1 }
      await store.receive(.tick) { $0.count = 2 }
      await store.skipInFlightEffects(strict: false)
      await store.skipInFlightEffects()
    }
    #expect(found.count == 1)
    #expect(found[0].contains("There is no effect in flight to skip."))
  }

  @Test func `I15: a task's finish fails while it runs; cancel stops it and waits`() async {
    var line = 0
    let found = await reports {
      let store = counterStore()
      let other = await store.send(.startTimer)
      let task = await store.send(.incAfter(1))
      await task.finish(timeout: .milliseconds(5)); line = #line
      await task.cancel()
      #expect(task.isFinished && task.isCancelled && !other.isFinished)
      await task.finish()
      await store.advance(by: .seconds(1))
      await store.receive(.tick) { $0.count = 1 }
      await other.cancel()
      await store.finish()
    }
    #expect(found.map(\.line) == [line])
    #expect(found[0].message.contains("Expected this send's effects to have finished. 1 effect is"))
    #expect(found[0].message.contains("started by Counter.Action.incAfter(1)"))
  }

  @Test func `I19: assert checks the state without an action`() async {
    let found = await messages {
      let store = counterStore()
      await store.send(.inc) { $0.count = 1 }
      store.assert { $0.count = 1 }
      store.assert { $0.count = 4 }
    }
    #expect(found.count == 1)
    #expect(found[0].contains("-   count: 4") && found[0].contains("+   count: 1"))
  }
}
