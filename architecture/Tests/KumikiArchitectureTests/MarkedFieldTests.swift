#if Macros
  import KumikiArchitecture
  import KumikiTesting
  import Testing

  /// A form in the style from before stores had observable state: the fields that views write are
  /// marked.
  @Reducer
  private struct Booking {
    struct State: Equatable {
      @BindingState var guests = 1
      @BindingState var price = 10.0
      @BindingState var note: String?
      @BindingState var seat: Seat?
      @BindingState var address = Address()
      @PresentationState var question: AlertState<Question>?
      var total = 10.0
    }

    struct Address: Equatable { var street = "", town = "" }
    enum Seat: Hashable { case window, aisle }
    enum Question: Equatable { case sure }

    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case clear
      case view(View)

      enum View: BindableAction, Equatable { case binding(BindingAction<State>) }
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      BindingReducer(action: \.view)
      Reduce { state, action in
        switch action {
        case .binding(\.$guests), .binding(\.$price):
          state.total = Double(state.guests) * state.price
          return .none
        case .binding(.set(\.$note, "clear")):
          return .send(.clear)
        case .binding(\.$address.town):
          state.address.town += "!"
          return .none
        case .clear:
          return .run { send in
            await send(.set(\.$note, nil))
            await send(.binding(.set(\.$seat, nil)))
          }
        case .binding, .view:
          return .none
        }
      }
    }
  }

  @MainActor @Suite struct MarkedFieldTests {
    @Test("X60: a marked field is written by its plain value, in either spelling, and so tested")
    func values() async {
      let store = TestStore(initialState: Booking.State()) { Booking() }
      await store.send(.set(\.$guests, 3)) {
        $0.guests = 3
        $0.total = 30
      }
      await store.send(.binding(.set(\.$price, 20))) {
        $0.price = 20
        $0.total = 60
      }
      await store.send(.set(\.$seat, .window)) { $0.seat = .window }
      await store.send(.view(.set(\.$seat, .aisle))) { $0.seat = .aisle }
      await store.send(\.binding.$guests, 1) {
        $0.guests = 1
        $0.total = 20
      }
      #expect(Booking.Action.set(\.$seat, .window) == .binding(.set(\.$seat, .window)))
    }

    @Test("X60: nil is the plain value of an optional one, which effects send and tests receive")
    func nothing() async {
      let store = TestStore(initialState: Booking.State(note: "old", seat: .aisle)) { Booking() }
      await store.send(.set(\.$note, "clear")) { $0.note = "clear" }
      await store.receive(.clear)
      await store.receive(.set(\.$note, nil)) { $0.note = nil }
      await store.receive(\.binding.$seat, nil) { $0.seat = nil }
    }

    @Test func `X60: a part of a marked field is one too`() async {
      let store = TestStore(initialState: Booking.State()) { Booking() }
      await store.send(.set(\.$address.street, "Long Lane")) { $0.address.street = "Long Lane" }
      await store.send(.binding(.set(\.$address.town, "York"))) { $0.address.town = "York!" }
    }

    @Test func `X60: a store and a view take it as well`() {
      let store = Store(initialState: Booking.State()) { Booking() }
      store.send(.set(\.$guests, 2))
      let view = ViewStore(store, observe: { $0 })
      view.send(.set(\.$price, 5))
      view.send(.set(\.$seat, .aisle))
      #expect(store.withState(\.total) == 10 && view.seat == .aisle)
    }
  }
#endif
