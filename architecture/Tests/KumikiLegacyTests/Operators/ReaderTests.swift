import KumikiLegacy
import Testing

/// Two features; the state decides which of them runs.
@MainActor @Suite struct ReaderTests {
  private struct Guest: Reducer {
    struct State: Equatable {}
    enum Action: Equatable { case knocked }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }
    }
  }

  private struct House: Reducer {
    enum State: Equatable {
      case outside(Guest.State)
      case inside(Tally.State)

      init() { self = .outside(Guest.State()) }
    }

    enum Action: Equatable {
      case outside(Guest.Action)
      case inside(Tally.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .outside(.knocked) { state = .inside(.init()) }
        return .none
      }
      ReducerReader { state, _ in
        switch state {
        case .outside:
          Scope(state: /State.outside, action: /Action.outside) { Guest() }
        case .inside:
          Scope(state: /State.inside, action: /Action.inside) { Tally() }
        }
      }
    }
  }

  @Test func `Y10: the feature of the case that is up runs, and its effects go on`() throws {
    let house = try LegacyFixture {
      Store(initialState: House.State(), loop: $0, reducer: { House() })
    }
    house.send(.inside(.up))
    #expect(house.state == .outside(Guest.State()))
    house.send(.outside(.knocked))
    house.send(.inside(.up))
    house.send(.inside(.later))
    try house.advance(seconds: 1)
    #expect(house.state == .inside(Tally.State(number: 2)))
    #expect(house.codes == [])
  }
}
