import Kumiki
import Testing

/// Effects that a loop of actions nests.
@Suite struct NestedEffectTests {
  private static let many = 30_000

  /// The effect that a loop has built, returned once.
  private func run(
    times: Int = many, from first: Effect<String> = .send("tick"),
    _ nest: (Effect<String>) -> Effect<String>
  ) throws -> StoreFixture<[String], String> {
    var effect = first
    for _ in 0..<times { effect = nest(effect) }
    let made = effect
    let fixture = try scripted { $0 == "go" ? made : .none }
    fixture.send("go")
    return fixture
  }

  @Test func `B43: a loop may merge and concatenate one more each time, before or after`() throws {
    let ways: [(Effect<String>) -> Effect<String>] = [
      { $0.merge(with: .send("tick")) },
      { Effect.send("tick").merge(with: $0) },
      { .merge([$0, .send("tick")]) },
      { $0.concatenate(with: .send("tick")) },
      { .concatenate(.send("tick"), $0) },
    ]
    for way in ways {
      let fixture = try run(way)
      #expect(fixture.actions.count == Self.many + 2)
      #expect(fixture.codes == [])
    }
  }

  @Test("B43: delays of a delay run one after the other, and end immediately when cancelled")
  func delays() throws {
    let fixture = try run(from: .send("tick")) { $0.delay(for: .nanoseconds(1)) }
    try fixture.loop.advance(by: UInt64(Self.many - 1))
    #expect(fixture.actions == ["go"])
    try fixture.loop.advance(by: 1)
    #expect(fixture.actions == ["go", "tick"])

    let waiting = try run { $0.delay(for: .seconds(1)) }
    #expect(waiting.store.effectCount == 1)
    waiting.send("go").cancel()
    #expect(waiting.store.effectCount == 1)
  }

  @Test func `B44: an effect nested deeper than 2048 is an issue when it is returned`() throws {
    let ways: [(Effect<String>) -> Effect<String>] = [
      { $0.map { $0 } },
      { $0.cancellable(id: "id") },
      { $0.catch { _ in nil } },
      { $0.debounce(id: "id", for: .seconds(1)) },
      { $0.throttle(id: "id", for: .seconds(1), latest: true) },
      { .concatenate(.merge($0, .send("beside")), .send("behind")) },
    ]
    for way in ways {
      let fixture = try run(way)
      #expect(fixture.codes == [.invalidEffect])
      #expect(fixture.issues.first?.message.contains("nested more than 2048 deep") == true)
      #expect(fixture.store.effectCount == 0)
      #expect(fixture.actions == ["go"])
    }
  }

  @Test func `B44: nested less deep, each operator works`() throws {
    let mapped = try run(times: 200, from: .send("")) { $0.map { $0 + "x" } }
    #expect(mapped.actions == ["go", String(repeating: "x", count: 200)])
    let timed = try run(times: 200, from: .after(seconds: 1, "tick")) { $0.cancellable(id: "id") }
    #expect(timed.store.effectCount == 1)
    try timed.advance(seconds: 1)
    #expect(timed.actions == ["go", "tick"])
  }
}
