import Kumiki
import Testing

/// Observers: how often they are told, of what, and in which order.
@Suite struct StoreObserverTests {
  /// A store whose state is the last number sent, and which answers 0 by sending 1, 2 and 3.
  private func numbers() throws -> StoreFixture<Int, Int> {
    try StoreFixture(0) {
      Reduce<Int, Int> { state, number in
        state = number
        return number == 10 ? .merge(.send(1), .send(2), .send(3)) : .none
      }
    }
  }

  @Test("C3: a burst is one notification, with the final state")
  func onePerBurst() throws {
    let store = try numbers()
    var raw: [Int] = []
    var seen: [Int] = []
    let subscriptions = [
      store.store.subscribe { raw.append($0) },
      store.store.observe({ $0 }, onChange: { seen.append($0) }),
    ]
    store.send(10)
    #expect(store.actions == [10, 1, 2, 3])
    #expect(seen == [0, 3])
    #expect(raw == [3])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("C5: a send made by an observer waits until all observers have had the current state")
  func sendFromObserver() throws {
    let store = try numbers()
    var first: [Int] = []
    var second: [Int] = []
    let subscriptions = [
      store.store.observe {
        $0
      } onChange: { [unowned store] value in
        first.append(value)
        if value == 1 { store.send(0) }
      },
      store.store.observe {
        $0
      } onChange: {
        second.append($0)
      },
    ]
    store.send(1)
    #expect(first == [0, 1, 0])
    #expect(second == [0, 1, 0])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("C26: observers are called in subscription order, every time")
  func order() throws {
    let store = try numbers()
    var log: [Int] = []
    let subscriptions = (0..<3).map { index in store.store.subscribe { _ in log.append(index) } }
    for number in 0..<10 { store.send(number % 2) }
    #expect(log == Array(repeating: [0, 1, 2], count: 10).flatMap { $0 })
    withExtendedLifetime(subscriptions) {}
  }

  @Test("C26: an observer added during a notification first gets the current state, once")
  func added() throws {
    let store = try numbers()
    var seen: [Int] = []
    var inner: Subscription?
    let outer = store.store.subscribe { [unowned store] _ in
      if inner == nil {
        // Told of equal values too, so that a second call would show.
        inner = store.store.observe({ $0 }, removeDuplicates: { _, _ in false }) { seen.append($0) }
      }
    }
    store.send(7)
    #expect(seen == [7])
    store.send(8)
    #expect(seen == [7, 8])
    inner?.cancel()
    store.send(9)
    #expect(seen == [7, 8])
    outer.cancel()
  }

  @Test("C26: an observer removed during a notification gets no further call")
  func removed() throws {
    let store = try numbers()
    var log: [String] = []
    var third: Subscription?
    var second: Subscription?
    let first = store.store.subscribe { value in
      log.append("first \(value)")
      third?.cancel()
    }
    second = store.store.subscribe { value in
      log.append("second \(value)")
      second?.cancel()
    }
    third = store.store.subscribe { value in log.append("third \(value)") }
    let fourth = store.store.subscribe { value in log.append("fourth \(value)") }
    store.send(1)
    store.send(2)
    #expect(log == ["first 1", "second 1", "fourth 1", "first 2", "fourth 2"])
    withExtendedLifetime([first, fourth]) {}
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

  @Test("C26: those who stay keep their order, whoever goes and in which order", arguments: 0..<8)
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
      // First they come, then they go.
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
}
