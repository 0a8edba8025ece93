import KumikiArchitecture
import KumikiTesting
import Testing

@MainActor @Suite struct EffectDependencyTests {
  private struct Journal: Reducer {
    enum Action: Equatable { case note, noted(UUID), checked(Bool) }

    @Dependency(\.assert) var assert
    @Dependency(\.fireAndForget) var fireAndForget
    @Dependency(\.uuid) var uuid
    let written: LockIsolated<[String]>

    func reduce(into state: inout UUID?, action: Action) -> Effect<Action> {
      switch action {
      case .note:
        return .run { send in
          await fireAndForget {
            await Task.yield()
            written.withValue { $0.append("written") }
            throw CancellationError()
          }
          await send(.noted(uuid()))
        }
      case .noted(let id): state = id
      case .checked(let isRight): assert(isRight, "unchecked")
      }
      return .none
    }
  }

  @Test func `X83: work that nobody waits for is waited for in a test`() async {
    let written = LockIsolated<[String]>([])
    let store = TestStore(initialState: nil) {
      Journal(written: written)
    } withDependencies: {
      $0.uuid = .constant(UUID(7))
    }
    await store.send(.note)
    #expect(written.value == ["written"])
    await store.receive(.noted(UUID(7))) { $0 = UUID(7) }
  }

  @Test("X83: in a program it is not waited for, and has the dependencies of its caller")
  func begun() async {
    let (ids, id) = AsyncStream.makeStream(of: UUID.self)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    await withDependencies {
      $0.context = .live
      $0.uuid = .constant(UUID(8))
    } operation: {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget {
        for await _ in gate { break }
        @Dependency(\.uuid) var uuid
        id.yield(uuid())
      }
    }
    open.yield()
    var iterator = ids.makeAsyncIterator()
    #expect(await iterator.next() == UUID(8))
  }

  @Test func `X83: an assertion that does not hold is an issue of the test`() async {
    let store = TestStore(initialState: UUID?.none) { Journal(written: LockIsolated([])) }
    await store.send(.checked(true))
    await withKnownIssue {
      await store.send(.checked(false))
    } matching: {
      "\($0)".contains("Assertion failed: unchecked")
    }
  }

  @Test func `X83: a part of a test has other dependencies, and its effects keep them`() async {
    let store = TestStore(initialState: nil) {
      Journal(written: LockIsolated([]))
    } withDependencies: {
      $0.uuid = .constant(UUID(1))
    }
    await store.withDependencies {
      $0.uuid = .constant(UUID(2))
    } operation: {
      await store.send(.note)
      await store.receive(.noted(UUID(2))) { $0 = UUID(2) }
    }
    await store.send(.note)
    await store.receive(.noted(UUID(1))) { $0 = UUID(1) }
    store.withDependencies {
      $0.uuid = .constant(UUID(3))
    } operation: {
      #expect(store.dependencies.uuid() == UUID(3))
    }
    #expect(store.dependencies.uuid() == UUID(1))
  }

  @Test func `X83: asynchronous work takes its dependencies along`() async {
    let id = await withDependencies {
      $0.uuid = .constant(UUID(4))
    } operation: {
      await withEscapedDependencies { dependencies in
        await Task.yield()
        return await Task.detached {
          await dependencies.yield {
            await Task.yield()
            @Dependency(\.uuid) var uuid
            return uuid()
          }
        }.value
      }
    }
    #expect(id == UUID(4))
  }

  @Test func `X83: an error of work that nobody waits for fails the test, its end does not`() async
  {
    struct Torn: Error {}
    @Dependency(\.fireAndForget) var fireAndForget
    await withKnownIssue {
      await fireAndForget { throw Torn() }
    } matching: {
      "\($0)".contains("Torn()")
    }
    await fireAndForget { throw CancellationError() }
  }

  @Test func `X83: the caller's cancellation does not reach such work`() async {
    @Dependency(\.fireAndForget) var fireAndForget
    let isCancelled = LockIsolated<Bool?>(nil)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let caller = Task {
      await fireAndForget {
        for await _ in gate { break }
        isCancelled.setValue(Task.isCancelled)
      }
    }
    caller.cancel()
    open.yield()
    await caller.value
    #expect(isCancelled.value == false)
  }

  @Test func `X83: no assertion ends a run of tests, with a store or without`() {
    @Dependency(\.assert) var assert
    @Dependency(\.assertionFailure) var assertionFailure
    @Dependency(\.precondition) var precondition
    assert(true)
    precondition(true, "holds")
    var texts = [
      "Assertion failed", "Assertion failed: a", "Assertion failed: b", "Precondition failed: c",
    ]
    let checks = [
      { assert(false) }, { assert(false, "a") }, { assertionFailure("b") },
      { precondition(false, "c") },
    ]
    for check in checks {
      let text = texts.removeFirst()
      withKnownIssue(isIntermittent: false) {
        check()
      } matching: {
        "\($0)".contains(text)
      }
    }
  }

  private struct Counted: AssertionEffect {
    let failures: LockIsolated<Int>

    func callAsFunction(
      _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
      file: StaticString, line: UInt
    ) {
      if !condition() { failures.withValue { $0 += 1 } }
    }
  }

  @Test func `X83: a test may say what an assertion does`() {
    let failures = LockIsolated(0)
    withDependencies {
      $0.assert = Counted(failures: failures)
    } operation: {
      @Dependency(\.assert) var assert
      @Dependency(\.assertionFailure) var assertionFailure
      assert(false)
      assertionFailure()
    }
    #expect(failures.value == 2)
  }
}
