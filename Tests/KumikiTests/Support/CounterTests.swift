import Kumiki
import Testing

@Suite struct CounterTests {
  @Test func `The Counter of the tests counts, sleeps and ticks on the fixture's clock`() throws {
    let fixture = try StoreFixture(Counter.State()) { Counter() }
    fixture.send(.inc)
    fixture.send(.incAfter(1))
    fixture.send(.startTimer)
    try fixture.advance(seconds: 2)
    fixture.send(.stopTimer)
    try fixture.advance(seconds: 5)
    #expect(
      fixture.timeline == [
        at(0, .inc), at(0, .incAfter(1)), at(0, .startTimer),
        at(1, .inc), at(1, .tick), at(2, .tick), at(2, .stopTimer),
      ])
    #expect(fixture.state.count == 4)
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.codes == [])
  }
}
