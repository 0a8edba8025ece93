import Kumiki
import Testing

/// Scoped stores.
@Suite struct ScopedStoreTests {
  private func house(
    _ state: House.State = .init()
  ) throws -> StoreFixture<House.State, House.Action> {
    try StoreFixture(state) { House() }
  }

  @Test func `C12: a task of a scoped store is the task of its parent's send`() throws {
    let fixture = try house()
    let counter = fixture.store.scope(state: \.counter, action: \.counter)
    let task = counter.send(.incAfter(1))
    #expect(!task.isFinished)
    try fixture.advance(seconds: 1)
    #expect(task.isFinished)
    #expect(counter.state.count == 1)
  }

  @Test("C13: an action that an observer of a scoped store sends waits until all have been called")
  func observerSends() throws {
    let fixture = try house()
    let counter = fixture.store.scope(state: \.counter, action: \.counter)
    var seen: [Int] = []
    let subscriptions = [
      counter.subscribe { if $0.count == 1 { counter.send(.set(7)) } },
      fixture.store.subscribe { seen.append($0.counter.count) },
    ]
    counter.send(.inc)
    #expect(seen == [1, 7])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `C13: an observer may end itself, or another, while a scoped store notifies`() throws {
    let fixture = try house()
    let counter = fixture.store.scope(state: \.counter, action: \.counter)
    var calls: [String] = []
    var subscriptions: [String: Subscription] = [:]
    for name in ["first", "second", "third"] {
      subscriptions[name] = counter.subscribe { _ in
        calls.append(name)
        if name == "first" {
          subscriptions["first"]?.cancel()
          subscriptions["second"]?.cancel()
        }
      }
    }
    counter.send(.inc)
    #expect(calls == ["first", "third"])
    counter.send(.inc)
    #expect(calls == ["first", "third", "third"])
    subscriptions = [:]
    counter.send(.inc)
    #expect(calls.count == 3)
  }

  @Test("C14: the same paths give the same store while it is held; functions give a new one")
  func identity() throws {
    let fixture = try house()
    var first: LoopStore<Counter.State, Counter.Action>? = fixture.store.scope(
      state: \.counter, action: \.counter)
    #expect(first === fixture.store.scope(state: \.counter, action: \.counter))
    let byFunctions = { fixture.store.scope(state: { $0.counter }, action: House.Action.counter) }
    #expect(byFunctions() !== byFunctions())
    weak let reference = first
    first = nil
    #expect(reference == nil)
    #expect(fixture.store.scope(state: \.counter, action: \.counter).state.count == 0)
  }

  @Test("C15: a child keeps working after the store between was released, and keeps the root alive")
  func lifetime() throws {
    let loop = try Loop(.virtual)
    var root: LoopStore<House.State, House.Action>? = LoopStore(
      initialState: House.State(house: House.Inner()), loop: loop
    ) { House() }
    weak let reference = root
    var inner = root?.scope(state: \.inner, action: \.inner)
    weak let middle = inner
    var leaf = inner?.scope(state: \.counter, action: \.counter)
    inner = nil
    root = nil
    leaf?.send(.inc)
    #expect(leaf?.state.count == 1)
    #expect(reference?.state.inner.counter.count == 1)
    leaf = nil
    #expect(middle == nil)
    #expect(reference == nil)
    loop.close()
  }

  @Test @MainActor func `C17: a binding's write through an invalid store is ignored`() throws {
    let fixture = try house(.init(child: .init()))
    let child = try #require(fixture.views.scope(state: \.child, action: \.child))
    let binding = ViewStore(child, observe: \.count).binding(get: { $0 }, send: { .set($0) })
    binding.value = 4
    #expect(fixture.actions == [.child(.set(4))])
    #expect(binding.value == 4)
    fixture.send(.assign(nil))
    binding.value = 5
    #expect(fixture.actions == [.child(.set(4)), .assign(nil)])
    #expect(fixture.codes == [])
  }

  @MainActor @Test("J5: one projection per level and burst, one comparison, through four levels")
  func projections() throws {
    var projected = [0, 0, 0, 0]
    var compared = 0
    let fixture = try StoreFixture(0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action > 1 ? .send(action - 1) : .none
      }
    }
    var stores = [fixture.views]
    for level in 0..<4 {
      let next = stores[level].scope(
        state: { (state: Int) -> Int in
          projected[level] += 1
          return state
        }, action: { (action: Int) in action })
      stores.append(next)
    }
    let view = ViewStore(
      stores[4], observe: { $0 },
      removeDuplicates: { old, new in
        compared += 1
        return old == new
      })
    projected = [0, 0, 0, 0]
    fixture.send(3)
    #expect(view.state == 6)
    #expect(projected == [1, 1, 1, 1])
    #expect(compared == 1)
    // Reading from outside also costs one access per level.
    projected = [0, 0, 0, 0]
    #expect(stores[4].state == 6)
    #expect(projected == [1, 1, 1, 1])
  }
}

/// A feature with a counter, an optional counter, and a nested one.
private struct House: Reducer {
  struct Inner: Equatable { var counter = Counter.State() }

  struct State: Equatable {
    var counter = Counter.State()
    var child: Counter.State?
    var inner = Inner()

    init(child: Counter.State? = nil, house inner: Inner = Inner()) {
      self.child = child
      self.inner = inner
    }
  }

  enum InnerAction: Equatable, CasePathable {
    case counter(Counter.Action)

    struct AllCasePaths {
      let counter = CasePath(embed: InnerAction.counter) { action -> Counter.Action? in
        switch action {
        case .counter(let action): action
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: Equatable, CasePathable {
    case counter(Counter.Action)
    case child(Counter.Action)
    case inner(InnerAction)
    case assign(Counter.State?)

    struct AllCasePaths {
      let counter = CasePath(embed: Action.counter) {
        if case .counter(let action) = $0 { action } else { nil }
      }
      let child = CasePath(embed: Action.child) {
        if case .child(let action) = $0 { action } else { nil }
      }
      let inner = CasePath(embed: Action.inner) {
        if case .inner(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .assign(let child) = action { state.child = child }
      return .none
    }
    .ifLet(\.child, action: \.child) { Counter() }
    Scope(state: \.counter, action: \.counter) { Counter() }
    Scope(state: \.inner.counter, action: \.inner) {
      Scope(state: \.self, action: \.counter) { Counter() }
    }
  }
}
