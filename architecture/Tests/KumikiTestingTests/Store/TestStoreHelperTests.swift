import Kumiki
import KumikiTesting
import Testing

@MainActor @Suite struct TestStoreHelperTests {
  /// A value outside of the state, like a value that features share.
  private struct Sharing: Reducer {
    enum Action: Equatable { case write, nothing, writeLater, written }

    @Shared(.inMemory("TestStoreHelperTests.value")) var value = 0

    func reduce(into _: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .write, .written:
        $value.withLock { $0 += 1 }
      case .nothing: break
      case .writeLater: return .send(.written)
      }
      return .none
    }
  }

  @Test("I28: a step that wrote what is shared has changed something, and one that did not has not")
  func shared() async {
    let found = await messages {
      let store = TestStore(initialState: 0) { Sharing() }
      await store.send(.write) { _ in }
      await store.send(.writeLater)
      await store.receive(.written) { _ in }
      await store.send(.write)
      await store.send(.nothing) { _ in }
    }
    #expect(found.count == 1)
    #expect(found[0].contains("was expected to change the state, and it changed nothing"))
  }

  @Test func `I29: times to wait are durations, or numbers of nanoseconds`() async {
    let found = await messages {
      let store = counterStore()
      store.timeout = 2_000_000
      #expect(store.timeout == .milliseconds(2))
      store.timeout = .seconds(30)
      let nanoseconds: UInt64 = store.timeout
      #expect(nanoseconds == 30_000_000_000)
      await store.send(.burst) { $0.count = 1 }
      await store.receive(.first, timeout: 1_000_000) { $0.count = 2 }
      await store.receive({ $0 == .second }, timeout: 1_000_000) { $0.count = 3 }
      await store.receive(.third, timeout: 1_000_000) { $0.count = 4 }
      await store.send(.burst) { $0.count = 5 }
      await store.receive(\.first, timeout: 1_000_000) { $0.count = 6 }
      await store.skipReceivedActions()
      let task = await store.send(.elsewhere)
      await task.finish(timeout: 30_000_000_000)
      await store.receive(.inc) { $0.count = 9 }
      await store.finish(timeout: 1_000_000)
      let timer = await store.send(.startTimer)
      await store.receive(.tick, timeout: 1_000)
      await timer.cancel()
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("Expected to receive") == true)
  }

  @Test func `I30: a test store says that its feature has dismissed itself`() async {
    let store = counterStore()
    #expect(!store.isDismissed)
    await store.send(.close)
    #expect(store.isDismissed)
    #expect(!counterStore().isDismissed)
  }

  @Test func `I30: a dismissal that the test replaces is the test's`() async {
    let isDismissed = LockIsolated(false)
    let store = counterStore { $0.dismiss = DismissEffect { isDismissed.setValue(true) } }
    await store.send(.close)
    #expect(isDismissed.value && !store.isDismissed)
  }

  @Test("I33: what fails in an effect's task fails the test that its store is made in")
  func effects() async {
    let found = await messages {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { _, isFirst in
          @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
          if !isFirst { return .none }
          return .run { send in
            reportIssue("in the effect")
            await send(false)
            await Task.yield()
            @Dependency(\.uuid) var uuid
            _ = uuid()
          }
        }
      } withDependencies: {
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
      }
      await store.send(true)
      await store.receive(false)
    }
    #expect(found.count == 2)
    #expect(found.first?.contains("in the effect") == true)
    #expect(found.last?.contains("\"uuid\"") == true)
  }

  @Test func `X9: what is stopped from outside of effects is not what an effect does`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { _, _ in
        .run { _ in try await withTaskCancellation(id: "work") { try await Task.never() } }
      }
    }
    let task = await store.send(true)
    Task.cancel(id: "work")
    await Task.megaYield()
    #expect(!task.isFinished)
    await task.cancel()
    #expect(task.isFinished)
  }

  @Test func `X40: an effect stops itself by its id, and notices at once`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { _, number in
        guard number == 0 else { return .none }
        return .run { send in
          Task.cancel(id: "work")
          try Task.checkCancellation()
          await send(1)
        } catch: { _, send in
          await send(2)
        }
        .cancellable(id: "work")
      }
    }
    await store.send(0).finish()
  }

  @Test func `What CustomDump and IssueReporting have for tests comes with the import`() {
    expectNoDifference([1, 2], [1, 2])
    withExpectedIssue { reportIssue("expected") }
  }
}
