import KumikiLegacy
import Testing

@MainActor @Suite struct BindingViewTests {
  private struct Form: Reducer {
    struct State: Equatable {
      @BindingState var address = Address()
      var writes = 0
    }
    struct Address: Equatable { var street = "", town = "" }
    enum Action: BindableAction, Equatable { case binding(BindingAction<State>) }

    var body: some ReducerProtocolOf<Self> {
      BindingReducer()
      Reduce { state, _ in
        state.writes += 1
        return .none
      }
    }
  }

  private struct Shown: Equatable {
    @BindingViewState var address: Form.Address
    @BindingViewState var street: String
    var writes: Int
  }

  @Test func `Y32: fields of what a view shows are written through it, parts of them too`() throws {
    let store = Store(initialState: Form.State(), loop: try Loop(.virtual)) { Form() }
    let view = ViewStore(
      store,
      observe: {
        Shown(address: $0.$address, street: $0.$address.street, writes: $0.writes)
      })
    let before = view.state
    view.$street.wrappedValue = "Main Street"
    #expect(view.address.street == "Main Street")
    #expect(view.street == "Main Street")
    #expect(view.writes == 1)
    #expect(before != view.state)
    #expect(before.street == "")
    view.$address.wrappedValue = Form.Address(street: "High Street", town: "Springfield")
    #expect(view.$address.town.wrappedValue == "Springfield")
    #expect(store.state.writes == 2)
  }
}
