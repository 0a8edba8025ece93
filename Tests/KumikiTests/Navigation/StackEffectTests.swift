import Kumiki
import Testing

/// The path rules that apply only to Swift: tasks that dismiss, elements that change places, a real-time
/// loop. The rest is in Tests/Scenarios/paths.
@Suite struct StackEffectTests {
  @Test("E32: reordering cancels nothing", arguments: Dialect.allCases)
  func reorder(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 3)
    for id in hike.ids { hike.send(dialect.element(id, .startTimer)) }
    hike.send(.reverse)
    #expect(hike.ids == [2, 1, 0])
    #expect(try hike.ticking() == [0, 1, 2])
    #expect(hike.counts == [1, 1, 1])
  }

  @Test(
    "E40: dismiss in an element pops it and everything above it", arguments: Dialect.allCases)
  func dismiss(_ dialect: Dialect) throws {
    let hike = try HikeFixture(dialect, path: 0)
    for _ in 0..<3 { hike.send(.add) }
    hike.send(dialect.element(1, .close))
    try hike.settle()
    #expect(hike.actions.suffix(2) == [dialect.element(1, .close), dialect.pop(1)])
    #expect(hike.ids == [0])
    #expect(hike.codes == [])
    try expectQuiet(hike)
  }

  @Test func `E40: a dismissal does not affect an element that took the id again`() throws {
    let calls = Record<Int>()
    let fixture = try StoreFixture(Hike.State(1)) {
      Reduce<Hike.State, Hike.Action> { state, action in
        if action == .removeAll { state.path.removeAll() }
        return .none
      }
      .forEach(\.path, action: \.path) {
        Reduce<Counter.State, Counter.Action> { _, action in
          guard action == .close else { return .none }
          return .run { _ in
            await sleepDeafToCancellation(seconds: 1)
            await DependencyValues.current.dismiss()
            calls(1)
          }
        }
      }
    }
    fixture.send(.path(.element(id: 0, action: .close)))
    try fixture.advance(seconds: 0.5)
    fixture.send(.removeAll)
    fixture.send(.path(.push(id: 0, state: Counter.State(count: 3))))
    try fixture.advance(seconds: 1)
    #expect(calls.entries == [1])
    #expect(fixture.counts == [3])
    #expect(fixture.codes == [])
  }

  @Test func `E22: on a real-time loop any id that is not on the path is accepted`() throws {
    let loop = try Loop()
    defer { loop.close() }
    let reported = Record<Kumiki.Issue.Code>()
    loop.onIssue = { reported($0.code) }
    let store = LoopStore(initialState: Hike.State(), loop: loop) {
      Hike.reducer(.modern) { _, _ in }
    }
    store.send(.path(.push(id: 7, state: Counter.State())))
    #expect(Array(store.state.path.ids) == [7])
    #expect(reported.entries == [])
  }
}
