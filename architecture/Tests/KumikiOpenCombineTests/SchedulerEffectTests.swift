#if OpenCombine
  import Dispatch
  import Kumiki
  import KumikiOpenCombine
  import KumikiTesting
  import OpenCombine
  import Testing

  @MainActor @Suite struct SchedulerEffectTests {
    private struct Throttled: Reducer {
      enum Action: Equatable { case typed(Int), passed(Int), later, cancel }
      let latest: Bool
      @Dependency(\.mainQueue) var mainQueue

      func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
        switch action {
        case .typed(let number):
          return .send(.passed(number))
            .throttle(id: "id", for: .seconds(1), scheduler: mainQueue, latest: latest)
        case .passed(let number): state.append(number)
        case .later: return .send(.passed(0)).deferred(for: .seconds(2), scheduler: mainQueue)
        case .cancel: return .cancel(id: "id")
        }
        return .none
      }
    }

    private let queue = DispatchQueue.test

    private func store(latest: Bool) -> TestStoreOf<Throttled> {
      TestStore(initialState: []) {
        Throttled(latest: latest)
      } withDependencies: {
        $0.mainQueue = queue.eraseToAnyScheduler()
      }
    }

    @Test(
      "X41: of those within a window of a scheduler one waits for its end",
      arguments: [false, true])
    func throttle(latest: Bool) async {
      let store = store(latest: latest)
      await store.send(.typed(1))
      await store.receive(.passed(1)) { $0 = [1] }
      for number in 2...4 {
        await queue.advance(by: .milliseconds(250))
        await store.send(.typed(number))
      }
      let waiting = latest ? 4 : 2
      await queue.advance(by: .milliseconds(249))
      await queue.advance(by: .milliseconds(1))
      await store.receive(.passed(waiting)) { $0.append(waiting) }
      // This effect has opened the next window.
      await store.send(.typed(5))
      await queue.advance(by: .milliseconds(999))
      #expect(store.state == [1, waiting])
      await queue.advance(by: .milliseconds(1))
      await store.receive(.passed(5)) { $0.append(5) }
    }

    @Test("X41: after its window one begins at once, and what waits is dropped by its id")
    func afterTheWindow() async {
      let store = store(latest: true)
      await store.send(.typed(1))
      await store.receive(.passed(1)) { $0 = [1] }
      await queue.advance(by: .seconds(1))
      await store.send(.typed(2))
      await store.receive(.passed(2)) { $0 = [1, 2] }
      await store.send(.typed(3))
      await store.send(.cancel)
      await queue.advance(by: .seconds(2))
      await store.send(.typed(4))
      await store.receive(.passed(4)) { $0 = [1, 2, 4] }
    }

    @Test func `X41: an effect is put off by a scheduler's time`() async {
      let store = store(latest: true)
      await store.send(.later)
      await queue.advance(by: .seconds(1))
      await store.send(.later)
      await queue.advance(by: .seconds(1))
      await store.receive(.passed(0)) { $0 = [0] }
      await queue.advance(by: .seconds(1))
      await store.receive(.passed(0)) { $0 = [0, 0] }
    }
  }
#endif
