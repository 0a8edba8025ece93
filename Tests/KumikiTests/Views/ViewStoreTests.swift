import Kumiki
import Testing

@MainActor @Suite struct ViewStoreTests {
  @Test func `J1: a view is notified only if its part differs`() throws {
    let fixture = try StoreFixture(Counter.State()) { Counter() }
    let view = ViewStore(fixture.views, observe: \.count)
    var told: [Int] = []
    let subscription = view.subscribe { told.append($0) }
    fixture.send(.stopTimer)
    #expect(told == [0])
    fixture.send(.inc)
    #expect(told == [0, 1])
    fixture.send(.set(1))
    #expect(told == [0, 1])
    withExtendedLifetime(subscription) {}
  }

  @Test func `J1: a custom comparison decides what differs`() throws {
    let fixture = try StoreFixture(Counter.State()) { Counter() }
    let view = ViewStore(
      fixture.views, observe: \.count, removeDuplicates: { $0 / 10 == $1 / 10 })
    var told: [Int] = []
    let subscription = view.subscribe { told.append($0) }
    fixture.send(.set(9))
    fixture.send(.set(12))
    #expect(told == [0, 12])
    withExtendedLifetime(subscription) {}
  }

  @Test func `J2: a view is notified once per burst`() throws {
    let fixture = try StoreFixture(0) {
      Reduce<Int, Int> { state, action in
        state += 1
        return action > 0 ? .send(action - 1) : .none
      }
    }
    let view = ViewStore(fixture.views, observe: { $0 })
    var told: [Int] = []
    let subscription = view.subscribe { told.append($0) }
    fixture.send(3)
    #expect(fixture.actions.count == 4)
    #expect(told == [0, 4])
    withExtendedLifetime(subscription) {}
  }

  @Test func `J3: before a change a reader sees the old value, a subscriber the new one`() throws {
    let fixture = try StoreFixture(Counter.State()) { Counter() }
    let view = ViewStore(fixture.views, observe: \.count)
    var before: [Int] = []
    var given: [Int] = []
    var after: [Int] = []
    let subscriptions = [
      view.onWillChange { before.append(view.state) },
      view.subscribe {
        given.append($0)
        after.append(view.state)
      },
    ]
    for _ in 1...3 { view.send(.inc) }
    #expect(before == [0, 1, 2])
    #expect(given == [0, 1, 2, 3])
    #expect(after == [0, 1, 2, 3])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `J4: a subscriber gets the current value on subscribing`() throws {
    let fixture = try StoreFixture(Counter.State(count: 5)) { Counter() }
    let view = ViewStore(fixture.views, observe: \.count)
    var told: [Int] = []
    let subscription = view.subscribe { told.append($0) }
    #expect(told == [5])
    subscription.cancel()
    fixture.send(.inc)
    #expect(told == [5])
    #expect(view.state == 6)
  }

  @Test func `J4: the values are a sequence that starts with the current value`() throws {
    let fixture = try StoreFixture(Counter.State(count: 5)) { Counter() }
    let view = ViewStore(fixture.views, observe: \.count)
    let seen = Record<Int>()
    let values = view.values
    let task = Task(executorPreference: fixture.loop) { for await value in values { seen(value) } }
    try fixture.settle()
    fixture.send(.inc)
    fixture.send(.stopTimer)
    fixture.send(.inc)
    try fixture.settle()
    #expect(seen.entries == [5, 6, 7])
    task.cancel()
    try fixture.settle()
  }

  @Test func `G10: a binding reads through a function and sends one action per write`() throws {
    let fixture = try StoreFixture(Counter.State()) { Counter() }
    let view = ViewStore(fixture.views, observe: \.count)
    let binding = view.binding(get: { $0 * 2 }, send: { .set($0) })
    for value in [3, 3, 4] { binding.value = value }
    #expect(fixture.actions == [.set(3), .set(3), .set(4)])
    #expect(binding.value == 8)
  }

  /// A store that is loading until the load is released.
  private func loading() -> (store: Store<Bool, String>, load: AsyncStream<Void>.Continuation) {
    let (done, load) = AsyncStream<Void>.makeStream()
    let store = Store<Bool, String>(initialState: false) {
      Reduce { state, action in
        state = action == "load"
        guard state else { return .none }
        return .run { send in
          for await _ in done { return await send("loaded") }
        }
      }
    }
    return (store, load)
  }

  @Test func `J14: send while waits until the part no longer satisfies the predicate`() async {
    let (store, load) = loading()
    let view = ViewStore(store, observe: { $0 })
    let returned = Record<Bool>()
    let waiting = Task {
      await view.send("load", while: { $0 })
      returned(store.state)
    }
    while !store.state { await Task.yield() }
    #expect(returned.entries == [])
    load.yield()
    await waiting.value
    #expect(returned.entries == [false])
  }

  @Test func `J14: it returns immediately if the predicate does not hold after the action`() async {
    let view = ViewStore(loading().store, observe: { $0 })
    await view.send("idle", while: { $0 })
    #expect(!view.state)
  }

  @Test func `J14: yield waits for earlier sends, or not at all`() async {
    let (store, load) = loading()
    let view = ViewStore(store, observe: { $0 })
    await view.yield(while: { $0 })
    view.send("load")
    load.yield()
    await view.yield(while: { $0 })
    #expect(!view.state)
  }

  @Test func `J14: a cancelled yield leaves earlier sends running`() async {
    let (store, load) = loading()
    let view = ViewStore(store, observe: { $0 })
    view.send("load")
    let waiting = Task { await view.yield(while: { $0 }) }
    waiting.cancel()
    await waiting.value
    #expect(store.effectCount == 1)
    load.yield()
    while store.effectCount > 0 { await Task.yield() }
    #expect(!view.state)
  }

  @Test func `J14: cancelling the wait cancels the effects that the action started`() async {
    let (store, _) = loading()
    let view = ViewStore(store, observe: { $0 })
    let waiting = Task { await view.send("load", while: { $0 }) }
    while store.effectCount == 0 { await Task.yield() }
    waiting.cancel()
    await waiting.value
    while store.effectCount > 0 { await Task.yield() }
    #expect(store.state)
  }

  @Test func `C25: a view keeps its store alive, and ends when it is released`() throws {
    let loop = try Loop(.virtual)
    var store: Store<Counter.State, Counter.Action>? = Store(
      initialState: Counter.State(), loop: loop
    ) { Counter() }
    weak let reference = store
    var view: ViewStore<Int, Counter.Action>? = ViewStore(store!, observe: \.count)
    weak let weakView = view
    store = nil
    view?.send(.inc)
    #expect(view?.state == 1)
    view = nil
    #expect(weakView == nil)
    #expect(reference == nil)
    loop.close()
  }
}
