import Kumiki
import Testing

@Suite struct RecursiveSheetTests {
  private typealias Fixture = StoreFixture<Page.State, Page.Action>

  @Test(
    "D81: a sheet that presents itself is dismissed level by level", arguments: Dialect.allCases)
  func levelByLevel(_ dialect: Dialect) throws {
    // The root's page, and a sheet in a sheet in a sheet.
    let fixture = try Fixture(Page.State(pages: 4)) { Page.reducer(dialect) }
    for depth in (1...3).reversed() {
      let count = fixture.actions.count
      fixture.send(.close.at(depth: depth))
      try fixture.settle()
      #expect(
        Array(fixture.actions.dropFirst(count)) == [
          .close.at(depth: depth), .page(.dismiss).at(depth: depth - 1),
        ])
      #expect(fixture.state.names.count == depth)
    }
    #expect(fixture.codes == [])
  }

  @Test("L8: a binding at depth 3 writes there and nowhere else", arguments: Dialect.allCases)
  func binding(_ dialect: Dialect) throws {
    let fixture = try Fixture(Page.State(pages: 5)) { Page.reducer(dialect) }
    fixture.send(.binding(.set(\.name, "third")).at(depth: 3))
    #expect(fixture.state.names == ["", "", "", "third", ""])
    fixture.send(.binding(.set(\.name, "root")))
    #expect(fixture.state.names == ["root", "", "", "third", ""])
    #expect(fixture.codes == [])
  }
}
