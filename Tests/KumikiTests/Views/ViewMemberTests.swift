import Kumiki
import Testing

@MainActor @Suite struct ViewMemberTests {
  private struct Form: Reducer {
    struct State: Equatable {
      @BindingState var address = Address()
      var count = 0
    }
    struct Address: Equatable { var street = "", town = "" }
    enum Action: BindableAction, Equatable { case binding(BindingAction<State>) }

    var body: some Reducer<State, Action> {
      BindingReducer()
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Test("G35: a member of a view's content is a member of the view, a marked field a binding")
  func members() throws {
    let loop = try Loop(.virtual)
    let store = Store(initialState: Form.State(), loop: loop) { Form() }
    let view = ViewStore(store, observe: { $0 })
    #expect(view.count == 0)
    view.$address.street.wrappedValue = "Main Street"
    view.$address.town.value = "Springfield"
    #expect(view.address == Form.Address(street: "Main Street", town: "Springfield"))
    #expect(view.count == 2)
  }

  @Test func `G35: a binding is a property wrapper, and passes itself on`() {
    var text = ""
    @Binding(get: { text }, set: { text = $0 }) var bound: String
    bound = "written"
    let other = $bound
    #expect(other.wrappedValue == "written")
    #expect(text == "written")
  }
}
