import Kumiki
import Testing

/// Subscriptions: how often they are called, and in which order.
@Suite struct StoreObserverTests {
  /// A store whose state is the last number sent.
  private func numbers() throws -> StoreFixture<Int, Int> {
    try StoreFixture(0) {
      Reduce<Int, Int> { state, number in
        state = number
        return .none
      }
    }
  }

  @Test("C27: a subscription fires after every burst, an observation only when its value changed")
  func unchanged() throws {
    let store = try numbers()
    var raw = 0
    var seen: [Int] = []
    let subscriptions = [
      store.store.subscribe { _ in raw += 1 },
      store.store.observe {
        $0
      } onChange: {
        seen.append($0)
      },
    ]
    store.send(0)
    store.send(0)
    #expect(raw == 2)
    #expect(seen == [0])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("C26: observers that stay keep their order, whatever others leave", arguments: 0..<8)
  func leaving(seed: Int) throws {
    let store = try numbers()
    var told: [Int] = []
    var subscriptions: [Int: Subscription] = [:]
    var next = 0
    var random = UInt64(seed + 1)
    func pick(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % count
    }
    for step in 0..<400 {
      // First they subscribe, then they leave.
      if pick(10) < (step < 200 ? 7 : 3) {
        let name = next
        next += 1
        subscriptions[name] = store.store.subscribe { _ in told.append(name) }
      } else if let name = subscriptions.keys.sorted().dropFirst(pick(next + 1) / 2).first {
        subscriptions[name] = nil
      }
      if step % 10 == 0 {
        told = []
        store.send(step)
        #expect(told == subscriptions.keys.sorted())
      }
    }
  }

  /// The numbers that an observer receives if it sends 5 for each lower one, and how deep its calls nest.
  private func shown(
    _ observe: (LoopStore<Int, Int>, @escaping (Int) -> Void) -> Subscription
  ) throws -> (numbers: [Int], deepest: Int) {
    let fixture = try numbers()
    let store = fixture.store
    var (numbers, depth, deepest): ([Int], Int, Int) = ([], 0, 0)
    let held = observe(store) { number in
      depth += 1
      deepest = max(deepest, depth)
      if number < 5 { store.send(5) }
      numbers.append(number)
      depth -= 1
    }
    held.cancel()
    return (numbers, deepest)
  }

  @Test @MainActor func `J141: a send in an observer's first call waits until that has returned`()
    throws
  {
    let kinds: [@MainActor (LoopStore<Int, Int>, @escaping (Int) -> Void) -> Subscription] = [
      { $0.observe({ $0 }, onChange: $1) },
      { $0.observe(\.self, onChange: $1) },
      { $0.observeCase(of: { $0 }, onChange: $1) },
      { $0.derived(\.self) { $0 }.observe($1) },
      { store, tell in ViewStore(Store(store), observe: { $0 }).subscribe(tell) },
      { store, tell in store.scope(state: \.self, action: \.self).observe({ $0 }, onChange: tell) },
    ]
    for kind in kinds {
      let seen = try shown(kind)
      #expect(seen.numbers == [0, 5])
      #expect(seen.deepest == 1)
    }
  }

  @Test func `J141: a store that ends in a first call ends when that call has returned`() throws {
    let fixture = try numbers()
    let store = fixture.store
    var told: [Int] = []
    let held = store.observe(\.self) { number in
      store.send(5)
      store.end()
      told.append(number)
      #expect(store.hasState)
    }
    #expect(told == [0])
    #expect(!store.hasState)
    held.cancel()
    withExtendedLifetime(fixture) {}
  }
}
