#if OpenCombine
  import Dispatch
  import Kumiki
  import KumikiOpenCombine
  import KumikiTesting
  import OpenCombine
  import Testing

  @MainActor @Suite struct SchedulerTests {
    private struct Search: Reducer {
      enum Action: Equatable { case typed(String), searched(String), tick, start, stop }

      @Dependency(\.mainQueue) var mainQueue

      func reduce(into state: inout [String], action: Action) -> Effect<Action> {
        switch action {
        case .typed(let text):
          return .send(.searched(text))
            .debounce(id: "search", for: .milliseconds(300), scheduler: mainQueue)
        case .searched(let text): state.append(text)
        case .tick: state.append("tick")
        case .start:
          return .run { send in
            for await _ in mainQueue.timer(interval: .seconds(1)) { await send(.tick) }
          }
          .cancellable(id: "timer")
        case .stop: return .cancel(id: "timer")
        }
        return .none
      }
    }

    @Test("X16: what is due runs in the order of time, then in that in which it was scheduled")
    func order() {
      let scheduler = DispatchQueue.test
      var log: [String] = []
      scheduler.schedule(after: scheduler.now.advanced(by: .seconds(2))) { log.append("2") }
      scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) {
        log.append("1")
        scheduler.schedule { log.append("1, after it") }
      }
      scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { log.append("also 1") }
      scheduler.schedule { log.append("now") }
      #expect(log == [])
      let start = scheduler.now
      let move: (DispatchQueue.SchedulerTimeType.Stride) -> Void = { scheduler.advance(by: $0) }
      move(.zero)
      #expect(log == ["now"])
      move(.seconds(1))
      #expect(log == ["now", "1", "also 1", "1, after it"])
      #expect(start.distance(to: scheduler.now) == .seconds(1))
      let finish: () -> Void = { scheduler.run() }
      finish()
      #expect(log.last == "2")
    }

    @Test func `X16: what repeats does so until it is cancelled, also by itself`() {
      let scheduler = DispatchQueue.test
      var count = 0
      var repeating: (any Cancellable)?
      repeating = scheduler.schedule(
        after: scheduler.now.advanced(by: .seconds(1)), interval: .seconds(1)
      ) {
        count += 1
        if count == 3 { repeating?.cancel() }
      }
      let move: (DispatchQueue.SchedulerTimeType.Stride) -> Void = { scheduler.advance(by: $0) }
      move(.seconds(2))
      #expect(count == 2)
      move(.seconds(9))
      #expect(count == 3)
    }

    @Test func `X16: effects that wait for it go on before time does`() async {
      let mainQueue = DispatchQueue.test
      let store = TestStore(initialState: [String]()) {
        Search()
      } withDependencies: {
        $0.mainQueue = mainQueue.eraseToAnyScheduler()
      }
      await store.send(.start)
      await mainQueue.advance(by: 1)
      await store.receive(.tick) { $0 = ["tick"] }
      await mainQueue.advance(by: .seconds(2))
      await store.receive(.tick) { $0 = ["tick", "tick"] }
      await store.receive(.tick) { $0 = ["tick", "tick", "tick"] }
      await store.send(.stop)
      await mainQueue.advance(by: .seconds(2))
    }

    @Test func `X16: one sleep after the other, in one move`() async {
      let mainQueue = DispatchQueue.test
      let store = TestStore(initialState: 0) {
        Reduce<Int, String> { count, word in
          guard word == "go" else {
            count += 1
            return .none
          }
          return .run { send in
            for _ in 0..<2 {
              try await mainQueue.sleep(for: .seconds(1))
              await send("awake")
            }
          }
        }
      }
      await store.send("go")
      await mainQueue.advance(by: .seconds(2))
      await store.receive("awake") { $0 = 1 }
      await store.receive("awake") { $0 = 2 }
      let task = await store.send("go")
      await task.cancel()
      await mainQueue.run()
      await store.finish()
    }

    @Test func `X17: an effect is debounced by a scheduler's time`() async {
      let mainQueue = DispatchQueue.test
      let store = TestStore(initialState: [String]()) {
        Search()
      } withDependencies: {
        $0.mainQueue = mainQueue.eraseToAnyScheduler()
      }
      await store.send(.typed("a"))
      await mainQueue.advance(by: .milliseconds(200))
      await store.send(.typed("ab"))
      await mainQueue.advance(by: .milliseconds(299))
      await mainQueue.advance(by: .milliseconds(1))
      await store.receive(.searched("ab")) { $0 = ["ab"] }
    }

    @Test func `X18: an immediate scheduler runs everything at once`() async {
      let store = TestStore(initialState: [String]()) {
        Search()
      } withDependencies: {
        $0.mainQueue = .immediate
      }
      await store.send(.typed("a"))
      await store.receive(.searched("a")) { $0 = ["a"] }
    }

    @Test func `X16: a main queue that a test has not set is a failure`() async {
      let store = TestStore(initialState: [String]()) { Search() }
      store.exhaustivity = .off
      await withExpectedIssue {
        let task = await store.send(.typed("a"))
        await task.cancel()
      }
    }
  }
#endif
