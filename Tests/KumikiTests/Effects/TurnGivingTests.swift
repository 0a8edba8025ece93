import Kumiki
import Testing

/// Effects that keep sending without waiting. Each would end on its own, so that a test fails if
/// nothing stops it.
@Suite struct TurnGivingTests {
  private static let many = 1_000_000

  private enum Action: Equatable, Sendable { case begin, got(Int), stop }

  private func counting(
    _ body: @escaping @Sendable (Send<Action>) async -> Void
  ) throws -> StoreFixture<[Int], Action> {
    try StoreFixture([]) {
      Reduce<[Int], Action> { numbers, action in
        switch action {
        case .begin: return .run { send in await body(send) }.cancellable(id: 1)
        case .got(let number): numbers.append(number)
        case .stop: return .cancel(id: 1)
        }
        return .none
      }
    }
  }

  /// Dispatches once, which must leave the effect running, then cancels it.
  private func expectToGiveWay(_ fixture: StoreFixture<[Int], Action>) throws {
    fixture.send(.begin)
    _ = try fixture.loop.dispatch(timeoutMilliseconds: 0)
    #expect(fixture.state == Array(1...256))
    _ = try fixture.loop.dispatch(timeoutMilliseconds: 0)
    #expect(fixture.state == Array(1...512))
    fixture.send(.stop)
    try fixture.settle()
    #expect(fixture.state == Array(1...512))
    #expect(fixture.store.effectCount == 0)
  }

  @Test("B46: a loop around send yields to a cancel, and its actions keep their order")
  func cancelled() throws {
    try expectToGiveWay(
      counting { send in
        var number = 0
        while !Task.isCancelled, number < Self.many {
          number += 1
          await send(.got(number))
        }
      })
  }

  @Test func `B46: so does one whose actions have an animation`() throws {
    try expectToGiveWay(
      counting { send in
        var number = 0
        while !Task.isCancelled, number < Self.many {
          number += 1
          await send(.got(number), animation: .default)
        }
      })
  }

  @Test func `B46: so does a stream that always has an element`() throws {
    try expectToGiveWay(
      counting { send in
        let stream = AsyncStream<Int> { elements in
          for number in 1...(Self.many / 10) { elements.yield(number) }
          elements.finish()
        }
        for await number in stream { await send(.got(number)) }
      })
  }

  @Test func `B46: a timer fires during it`() throws {
    let loop = try Loop()
    defer { loop.close() }
    let fixture = try StoreFixture(0, loop: loop) {
      Reduce<Int, Action> { count, action in
        switch action {
        case .begin:
          let endless = Effect<Action>.run { send in
            for number in 0..<(100 * Self.many) {
              if Task.isCancelled { break }
              await send(.got(number))
            }
          }
          return .merge(endless.cancellable(id: 1), .send(.stop).delay(for: .milliseconds(1)))
        case .got: count += 1
        case .stop: return .cancel(id: 1)
        }
        return .none
      }
    }
    fixture.send(.begin)
    try loop.runUntilIdle(timeoutMilliseconds: -1)
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.state < 100 * Self.many)
  }

  @Test @MainActor func `B46: on the main actor other code runs during it`() async {
    let store = LoopStore<Int, Action>(initialState: 0, loop: .main) {
      Reduce<Int, Action> { count, action in
        switch action {
        case .begin:
          return .run { send in
            for number in 0..<(100 * Self.many) {
              if Task.isCancelled { break }
              await send(.got(number))
            }
          }
          .cancellable(id: 1)
        case .got: count += 1
        case .stop: return .cancel(id: 1)
        }
        return .none
      }
    }
    let task = store.send(.begin)
    let passerBy = PasserBy(store)
    passerBy.look()
    await task.finish()
    #expect(passerBy.seen > 0 && passerBy.seen <= 256 * passerBy.looks)
    #expect(store.state == passerBy.seen)
  }

  /// Work of the main actor that checks repeatedly until the effect has sent something, and then stops it. Each
  /// check is a separate job, queued by the previous one: an await would return through a pool of threads,
  /// behind the work of all other tests.
  @MainActor private final class PasserBy {
    let store: LoopStore<Int, Action>
    var looks = 0
    var seen = 0

    init(_ store: LoopStore<Int, Action>) { self.store = store }

    func look() {
      looks += 1
      seen = store.state
      if seen > 0 {
        store.send(.stop)
      } else {
        Task { @MainActor in look() }
      }
    }
  }

  @Test func `B46: an effect that waits between its actions does not yield`() throws {
    let fixture = try counting { send in
      for number in 1...1_000 {
        await send(.got(number))
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    fixture.send(.begin)
    try fixture.advance(seconds: 2)
    #expect(fixture.state == Array(1...1_000))
    #expect(fixture.loop.tally.unwaitedSends == 0)
  }

  @Test("B46: an advancing loop gives it up after the limit of a burst, and it continues later")
  func advanced() throws {
    let fixture = try counting { send in
      for number in 1...Self.many { await send(.got(number)) }
    }
    fixture.loop.burstLimit = 1_000
    fixture.send(.begin)
    try fixture.loop.advance(by: 0)
    #expect(fixture.state.count >= 1_000 && fixture.state.count < 2_000)
    fixture.send(.stop)
    try fixture.settle()
  }

  @Test func `B46: it ends if its loop is closed during it`() throws {
    let loop = try Loop(.virtual)
    let ended = Record<Bool>()
    let store = LoopStore<Int, Action>(initialState: 0, loop: loop) {
      Reduce<Int, Action> { count, action in
        guard action == .begin else {
          count += 1
          return .none
        }
        return .run { send in
          for number in 1...Self.many { await send(.got(number)) }
          ended(true)
        }
      }
    }
    store.send(.begin)
    _ = try loop.dispatch(timeoutMilliseconds: 0)
    #expect(store.state == 256)
    loop.close()
    #expect(ended.entries == [true])
  }
}
