import Kumiki
import Testing

@Suite struct LoaderTests {
  private typealias Fixture = StoreFixture<Loader.State, Loader.Action>

  private func fixture(cancelInFlight: Bool = false) throws -> Fixture {
    try Fixture(Loader.State()) { Loader(cancelInFlight: cancelInFlight) }
  }

  @Test("F12: selecting a row shows at once that it is selected, and its counter after a second")
  func selecting() throws {
    let fixture = try fixture()
    fixture.send(.select(2))
    #expect(fixture.state.selection == Loader.Selection(id: 2))
    try fixture.advance(seconds: 0.9)
    #expect(fixture.state.selection == Loader.Selection(id: 2))
    try fixture.advance(seconds: 0.1)
    #expect(fixture.state.selection == Loader.Selection(id: 2, value: Counter.State(count: 42)))
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.codes == [])
  }

  @Test("F12: going back writes the count into its row")
  func goingBack() throws {
    let fixture = try fixture()
    fixture.send(.select(2))
    try fixture.advance(seconds: 1)
    fixture.send(.counter(.inc))
    fixture.send(.counter(.inc))
    #expect(fixture.state.counts == [1, 42, 100])
    fixture.send(.select(nil))
    #expect(fixture.state.counts == [1, 44, 100])
    #expect(fixture.state.selection == nil)
  }

  @Test("F12: going back too early writes nothing, and cancels the load")
  func goingBackEarly() throws {
    let fixture = try fixture()
    fixture.send(.select(3))
    try fixture.advance(seconds: 0.5)
    fixture.send(.select(nil))
    #expect(fixture.state == Loader.State())
    try expectQuiet(fixture)
  }

  @Test(
    "F12: a load that comes when nothing is selected does nothing; for a row that has gone it is 0")
  func lateLoads() throws {
    let fixture = try fixture()
    fixture.send(.loaded)
    #expect(fixture.state == Loader.State())
    fixture.send(.select(3))
    fixture.send(.delete(3))
    try fixture.advance(seconds: 1)
    #expect(fixture.state.selection?.value == Counter.State(count: 0))
    fixture.send(.select(nil))
    #expect(fixture.state.counts == [1, 42])
    #expect(fixture.codes == [])
  }

  @Test("F13: without cancelInFlight both loads arrive, and the second one loads anew")
  func bothLoads() throws {
    let fixture = try fixture()
    try select(twiceIn: fixture)
    #expect(fixture.state.selection?.value?.count == 42)
    fixture.send(.counter(.inc))
    try fixture.advance(seconds: 0.5)
    #expect(
      fixture.timeline == [
        at(0, .select(1)), at(0.5, .select(2)), at(1, .loaded), at(1, .counter(.inc)),
        at(1.5, .loaded),
      ])
    #expect(fixture.state.selection?.value?.count == 42)
  }

  @Test("F13: with cancelInFlight only the second load arrives")
  func secondLoad() throws {
    let fixture = try fixture(cancelInFlight: true)
    try select(twiceIn: fixture)
    #expect(fixture.state.selection?.value == nil)
    try fixture.advance(seconds: 0.5)
    #expect(
      fixture.timeline == [at(0, .select(1)), at(0.5, .select(2)), at(1.5, .loaded)])
    #expect(fixture.state.selection?.value?.count == 42)
  }

  /// Two selections half a second apart, and half a second more.
  private func select(twiceIn fixture: Fixture) throws {
    fixture.send(.select(1))
    try fixture.advance(seconds: 0.5)
    fixture.send(.select(2))
    try fixture.advance(seconds: 0.5)
  }
}
