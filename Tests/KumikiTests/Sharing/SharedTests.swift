import Kumiki
import Observation
import Synchronization
import Testing

@testable import KumikiCore
@testable import KumikiValues

/// A value that is shared between features.
@Suite struct SharedTests {
  struct Profile: Equatable, Sendable {
    var name = "Ada"
    var age: Int? = 36
    let born = 1815
  }

  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  struct Sharing: Reducer {
    struct State: Equatable {
      @Shared var count: Int
    }

    enum Action { case add }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.$count.withLock { $0 += 1 }
      return .none
    }
  }

  /// All values in memory, for one test.
  func inScope<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withDependencies {
      $0.sharedScope = SharedScope(isTest: true)
    } operation: {
      try body()
    }
  }

  @Test func `K1: all holders see a write immediately, across stores and state copies`() throws {
    let loop = try Loop(.virtual)
    let shared = Shared(value: 0)
    let first = LoopStore(initialState: Sharing.State(count: shared), loop: loop) { Sharing() }
    let second = LoopStore(initialState: Sharing.State(count: shared), loop: loop) { Sharing() }
    let copy = first.state
    first.send(.add)
    #expect(second.state.count == 1)
    second.send(.add)
    #expect(first.state.count == 2)
    #expect(copy.count == 2)
    #expect(shared.wrappedValue == 2)
    #expect(first.state == second.state)
  }

  @Test func `K1: it is compared, hashed, described and identified by its value`() {
    #expect(Shared(value: 1) == Shared(value: 1))
    #expect(Shared(value: 1) != Shared(value: 2))
    #expect(Shared(value: 1).hashValue == Shared(value: 1).hashValue)
    #expect(Shared(value: Row(id: 7)).id == 7)
    #expect("\(Shared(value: 0))" == "Shared<Int>(value: 0)")
    inScope {
      #expect("\(Shared(wrappedValue: 0, .inMemory("a")))" == #"Shared<Int>(.inMemory("a"))"#)
    }
  }

  @Test("K2: a name in memory gives the present value, and otherwise the default")
  func inMemory() {
    inScope {
      do {
        Shared(wrappedValue: 1, .inMemory("count")).withLock { $0 = 5 }
      }
      let unused = { () -> Int in fatalError("nobody needs a default") }
      let count = Shared(wrappedValue: unused(), .inMemory("count"))
      #expect(count.wrappedValue == 5)
      #expect(Shared(wrappedValue: 3, .inMemory("other")).wrappedValue == 3)
    }
  }

  @Test("K2: a name has one value per type that reads it, and nil is the default of an optional")
  func typesInMemory() {
    inScope {
      let count = Shared(wrappedValue: 5, .inMemory("count"))
      let text = Shared(wrappedValue: "of another type", .inMemory("count"))
      #expect(text.wrappedValue == "of another type")
      #expect(count.wrappedValue == 5)
      #expect(Shared<Int?>(.inMemory("absent")).wrappedValue == nil)
    }
  }

  @Test func `K2: a default may itself share something`() {
    struct Inner { @Shared(.inMemory("inner")) var value = 2 }
    struct Outer { @Shared(.inMemory("outer")) var value = Inner() }
    inScope { #expect(Outer().value.value == 2) }
  }

  @Test func `K3: a write is made under a lock: of 8 times 10 000 none is lost`() async {
    let shared = Shared(value: 0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<10_000 { shared.withLock { $0 += 1 } }
        }
      }
    }
    #expect(shared.wrappedValue == 80_000)
  }

  @Test func `K3: a read during a write gets the earlier value, even inside the write`() {
    let shared = Shared(value: 1)
    shared.withLock { value in
      value = 2
      #expect(shared.wrappedValue == 1)
    }
    #expect(shared.wrappedValue == 2)
  }

  @Test func `K3: a write that throws changes nothing`() {
    struct Refusal: Error {}
    let shared = Shared(value: 1)
    #expect(throws: Refusal.self) {
      try shared.withLock { value in
        value = 2
        throw Refusal()
      }
    }
    #expect(shared.wrappedValue == 1)
  }

  @Test func `K4: subscribers are notified after the burst, once for all of its writes`() throws {
    let loop = try Loop(.virtual)
    let shared = Shared(value: 0)
    var told: [Int] = []
    var during: [Int] = []
    let store = LoopStore(initialState: Sharing.State(count: shared), loop: loop) { Sharing() }
    let subscription = shared.observe(on: loop) { told.append($0) }
    let burst = store.subscribe { _ in during = told }
    store.send(.add)
    #expect(during == [0])
    store.send(.add)
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(told == [0, 2])
    shared.withLock { $0 = 2 }
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(told == [0, 2])
    subscription.cancel()
    store.send(.add)
    try loop.runUntilIdle(timeoutMilliseconds: 0)
    #expect(told == [0, 2])
    burst.cancel()
  }

  @Test func `K4: a task gets the present value and then each change`() async {
    let shared = Shared(value: 0)
    var changes = shared.changes().makeAsyncIterator()
    #expect(await changes.next() == 0)
    shared.withLock { $0 = 1 }
    shared.withLock { $0 = 1 }
    shared.withLock { $0 = 2 }
    #expect(await changes.next() == 1)
    #expect(await changes.next() == 2)
  }

  @Test("K9: the standard library's observation notices a write, but not of another value")
  func observation() {
    let shared = Shared(value: Profile())
    let other = Shared(value: 0)
    let told = Atomic(0)
    withObservationTracking {
      _ = shared.name.wrappedValue
    } onChange: {
      told.add(1, ordering: .relaxed)
    }
    other.withLock { $0 = 1 }
    #expect(told.load(ordering: .relaxed) == 0)
    shared.withLock { $0.name = "Grace" }
    #expect(told.load(ordering: .relaxed) == 1)
  }
}
