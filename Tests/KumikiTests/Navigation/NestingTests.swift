import Kumiki
import Testing

/// Presentations inside presentations, and the plain children of a presented feature.
@Suite struct NestingTests {
  private typealias House = Floor<Floor<Floor<Counter>>>

  /// A root that presents a floor that presents a floor that presents a counter.
  private func house(_ dialect: Dialect) throws -> StoreFixture<House.State, House.Action> {
    let third = Counter.State()
    let second = Floor<Counter>.State(above: third)
    let first = Floor<Floor<Counter>>.State(above: second)
    return try StoreFixture(House.State(above: first)) {
      House(
        dialect: dialect,
        above: Floor(dialect: dialect, above: Floor(dialect: dialect, above: Counter())))
    }
  }

  @Test(
    "D73: a plain child of a presented feature dismisses the feature it belongs to",
    arguments: Dialect.allCases, [.own(.close), .part(.close)] as [Floor<Floor<Counter>>.Action])
  func plainChild(_ dialect: Dialect, _ close: Floor<Floor<Counter>>.Action) throws {
    let house = try house(dialect)
    house.send(.presented(close))
    try house.settle()
    #expect(house.actions == [.presented(close), .dismiss])
    #expect(house.state.above == nil)
    #expect(house.codes == [])
  }

  @Test("D73: a presented grandchild dismisses only itself", arguments: Dialect.allCases)
  func grandchild(_ dialect: Dialect) throws {
    let house = try house(dialect)
    house.send(.presented(.presented(.own(.close))))
    try house.settle()
    #expect(house.actions == [.presented(.presented(.own(.close))), .presented(.dismiss)])
    #expect(house.state.above != nil)
    #expect(house.state.above?.above == nil)
    #expect(house.codes == [])
  }

  @Test(
    "D77: isPresented is true in a plain child of a presented feature only",
    arguments: Dialect.allCases)
  func isPresented(_ dialect: Dialect) throws {
    let house = try house(dialect)
    for child in [House.Action.own(.whoami), .part(.whoami)] { house.send(child) }
    #expect(house.state.own.isPresented == false)
    #expect(house.state.part?.isPresented == false)

    house.send(.presented(.own(.whoami)))
    house.send(.presented(.part(.whoami)))
    house.send(.presented(.presented(.own(.whoami))))
    #expect(house.state.above?.own.isPresented == true)
    #expect(house.state.above?.part?.isPresented == true)
    #expect(house.state.above?.above?.own.isPresented == true)
    // And false again where the presented child's step is over.
    house.send(.own(.whoami))
    #expect(house.state.own.isPresented == false)
  }

  @Test(
    "D80: dismissing a feature ends everything that is presented inside it",
    arguments: Dialect.allCases)
  func dismissal(_ dialect: Dialect) throws {
    let house = try house(dialect)
    house.send(.presented(.own(.startTimer)))
    house.send(.presented(.presented(.own(.startTimer))))
    house.send(.presented(.presented(.presented(.startTimer))))
    try house.advance(seconds: 1)
    #expect(house.state.above?.own.count == 1)
    #expect(house.state.above?.above?.own.count == 1)
    #expect(house.state.above?.above?.above?.count == 1)
    #expect(house.store.effectCount == 3)

    let count = house.actions.count
    house.send(.dismiss)
    #expect(house.state.above == nil)
    try expectQuiet(house)
    #expect(Array(house.actions.dropFirst(count)) == [.dismiss])
    #expect(house.codes == [])
  }

  @Test("D80: what runs above the dismissed level goes on", arguments: Dialect.allCases)
  func innerDismissal(_ dialect: Dialect) throws {
    let house = try house(dialect)
    house.send(.own(.startTimer))
    house.send(.presented(.own(.startTimer)))
    house.send(.presented(.presented(.own(.startTimer))))
    house.send(.presented(.presented(.presented(.startTimer))))
    house.send(.presented(.dismiss))
    #expect(house.store.effectCount == 2)
    try house.advance(seconds: 1)
    #expect(house.state.own.count == 1)
    #expect(house.state.above?.own.count == 1)
    #expect(house.codes == [])
  }

  @Test("D82: a parent may dismiss a grandchild by the nested action", arguments: Dialect.allCases)
  func nestedDismiss(_ dialect: Dialect) throws {
    let house = try house(dialect)
    let id = house.state.$above.id
    house.send(.presented(.dismiss))
    #expect(house.state.above != nil)
    #expect(house.state.$above.id == id)
    #expect(house.state.above?.above == nil)
    #expect(house.codes == [])
  }

  @Test(
    "D83: another case in the outer slot ends what the inner slot presented",
    arguments: Dialect.allCases)
  func outerSwap(_ dialect: Dialect) throws {
    let floor = Floor<Counter>.State(above: Counter.State())
    let house = try StoreFixture(Floor<Hall>.State(above: .floor(floor))) {
      Floor(dialect: dialect, above: Hall(dialect: dialect))
    }
    house.send(.presented(.floor(.presented(.startTimer))))
    #expect(house.store.effectCount == 1)
    house.send(.presented(.turn))
    #expect(house.state.above == .animations(Sheet.Animations.State()))
    #expect(house.codes == [])
    try expectQuiet(house)
  }
}
