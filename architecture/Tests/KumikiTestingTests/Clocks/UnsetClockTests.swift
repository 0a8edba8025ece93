import Kumiki
import KumikiTesting
import Testing

/// A feature that sleeps, for a test that does not set the clock.
private struct Kettle: Reducer {
  struct State: Equatable { var isHot = false }
  enum Action: Equatable, Sendable { case heat, hot, off, look }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.suspendingClock) var other

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .heat:
      return .run { send in
        try await clock.sleep(for: .seconds(3))
        await send(.hot)
      }.cancellable(id: "heat")
    case .hot:
      state.isHot = true
      return .none
    case .off: return .cancel(id: "heat")
    case .look: return .run { _ in _ = other.now }
    }
  }
}

@MainActor @Suite struct UnsetClockTests {
  private func kettle(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStore<Kettle.State, Kettle.Action> {
    TestStore(initialState: Kettle.State()) {
      Kettle()
    } withDependencies: {
      update(&$0)
    }
  }

  @Test func `X64: a clock that nobody sets or moves fails the test, once, and is named`() async {
    let found = await messages {
      let store = kettle()
      await store.send(.heat)
      await store.send(.off)
      await store.send(.heat)
      await store.send(.off)
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("unimplemented-dependency") == true)
    #expect(found.first?.contains("\"continuousClock\"") == true)
    #expect(found.first?.contains("advance(by:)") == true)
  }

  @Test func `X64: to ask for the time is a use, of the other clock too`() async {
    let found = await messages {
      let store = kettle { $0.continuousClock = ImmediateClock() }
      await store.send(.look)
    }
    #expect(found.count == 1 && found[0].contains("\"suspendingClock\""))
  }

  @Test("X64: a test goes by the store's clock, which it moves, or by one that it sets")
  func moved() async {
    let store = kettle()
    await store.send(.heat)
    await store.advance(by: .seconds(3))
    await store.receive(.hot) { $0.isHot = true }

    let clock = TestClock()
    let other = kettle { $0.continuousClock = clock }
    await other.send(.heat)
    await other.send(.look)
    await clock.advance(by: .seconds(3))
    await other.receive(.hot) { $0.isHot = true }
  }

  @Test func `X64: a clock that is there and not used is nothing to say`() async {
    let store = kettle()
    await store.send(.hot) { $0.isHot = true }
  }

  @Test("X64: outside of a test store it is told where it is used", .dependencies)
  func outside() async throws {
    let loop = try Loop(.virtual)
    let codes = LockIsolated<[String]>([])
    loop.onIssue = { issue in codes.withValue { $0.append(issue.message) } }
    let store = Store(initialState: Kettle.State(), loop: loop) { Kettle() }
    store.send(.look)
    try loop.dispatch(timeoutMilliseconds: 0)
    #expect(codes.value.contains { $0.contains("\"suspendingClock\"") })
  }
}
