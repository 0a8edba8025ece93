#if OpenCombine
  import KumikiArchitecture
  import KumikiTesting
  import Testing

  @MainActor @Suite struct MainRunLoopTests {
    private struct Ticker: Reducer {
      @Dependency(\.mainRunLoop) var mainRunLoop

      func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
        guard action else {
          state += 1
          return .none
        }
        return .run { send in
          try await mainRunLoop.sleep(for: .seconds(1))
          await send(false)
        }
      }
    }

    @Test("X22: a test moves the time of the main run loop") func moved() async {
      let runLoop = RunLoop.test
      let store = TestStore(initialState: 0) {
        Ticker()
      } withDependencies: {
        $0.mainRunLoop = runLoop.eraseToAnyScheduler()
      }
      await store.send(true)
      await runLoop.advance(by: .seconds(1))
      await store.receive(false) { $0 = 1 }
    }

    @Test("X22: or has everything run at once") func immediate() async {
      let store = TestStore(initialState: 0) {
        Ticker()
      } withDependencies: {
        $0.mainRunLoop = .immediate
      }
      await store.send(true)
      await store.receive(false) { $0 = 1 }
    }

    private struct Looker: Reducer {
      @Dependency(\.mainRunLoop) var mainRunLoop

      func reduce(into _: inout Int, action _: Bool) -> Effect<Bool> {
        _ = mainRunLoop.now
        return .none
      }
    }

    @Test("X22: and one that a test has not set is a failure that names it") func unset() async {
      let store = TestStore(initialState: 0) { Looker() }
      await withKnownIssue {
        await store.send(true)
      } matching: {
        "\($0)".contains("\"mainRunLoop\"")
      }
    }

    @Test("X23: a client of 2022 is made of functions that report their use")
    @available(*, deprecated)
    func client() async throws {
      var fetch: @Sendable (Int) async throws -> String = XCTUnimplemented("fetch")
      fetch = { "\($0)" }
      #expect(try await fetch(1) == "1")
    }
  }
#endif
