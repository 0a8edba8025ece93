#if Macros
  import KumikiArchitecture
  import KumikiTesting
  import Observation
  import Testing

  /// A house in the newest style: the part of the state has no label.
  @Reducer
  private struct Manor {
    @ObservableState
    struct State: Equatable {
      var hall = Lamp.State()
      var attic: Lamp.State?
      var rooms: IdentifiedArrayOf<Lamp.State> = []
      @Presents var visit: Visit.State?
      var corridor = StackState<Lamp.State>()
      var switched = 0
    }

    enum Action {
      case hall(Lamp.Action)
      case attic(Lamp.Action)
      case rooms(IdentifiedActionOf<Lamp>)
      case visit(PresentationAction<Visit.Action>)
      case corridor(StackActionOf<Lamp>)
      case change((inout State) -> Void)
    }

    @Reducer
    enum Visit {
      case lamp(Lamp)
      case door(Door)
    }

    var body: some ReducerOf<Self> {
      Scope(\.hall, action: \.hall) { Lamp() }
      Scope(\.self, action: \.self) { Counting() }
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      .ifLet(\.attic, action: \.attic) { Lamp() }
      .ifLet(\.$visit, action: \.visit)
      .forEach(\.rooms, action: \.rooms) { Lamp() }
      .forEach(\.corridor, action: \.corridor) { Lamp() }
    }

    struct Counting: Reducer {
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        if case .hall(.tapped) = action { state.switched += 1 }
        return .none
      }
    }
  }

  extension Manor.Visit.State: Equatable {}

  @Reducer
  private struct Lamp {
    @ObservableState
    struct State: Equatable, Identifiable {
      var id = 0
      var isOn = false
    }

    enum Action { case tapped }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.isOn.toggle()
        return .none
      }
    }
  }

  /// A state that is an enum.
  @Reducer
  private struct Door {
    @ObservableState
    enum State: Equatable {
      case shut
      case open(Lamp.State)
    }

    enum Action {
      case open(Lamp.Action)
      case pushed
    }

    var body: some ReducerOf<Self> {
      Scope(\.open, action: \.open) { Lamp() }
      Reduce { state, action in
        if case .pushed = action { state = .open(Lamp.State(id: 7)) }
        return .none
      }
    }

    /// Runs for each action while the door is open.
    struct Draught: Reducer {
      func reduce(into state: inout Lamp.State, action: Action) -> Effect<Action> {
        state.id += 1
        return .none
      }
    }
  }

  @MainActor @Suite struct UnlabelledTests {
    private func manor() throws -> StoreOf<Manor> {
      var state = Manor.State(attic: Lamp.State(), rooms: [Lamp.State(), Lamp.State(id: 1)])
      state.visit = .lamp(Lamp.State())
      state.corridor.append(Lamp.State())
      return Store(initialState: state, loop: try Loop(.virtual)) { Manor() }
    }

    @Test("X61: a child on a property, and one that is handed every action") func properties() async
    {
      let store = TestStore(initialState: Manor.State()) { Manor() }
      await store.send(.hall(.tapped)) {
        $0.hall.isOn = true
        $0.switched = 1
      }
    }

    @Test("X61: a child on a case of an enum state") func cases() async throws {
      let store = Store(initialState: Door.State.shut, loop: try Loop(.virtual)) { Door() }
      #expect(store.scope(\.open, action: \.open) == nil)
      store.send(.pushed)
      let lamp = try #require(store.scope(\.open, action: \.open))
      lamp.send(.tapped)
      #expect(store.withState { $0 } == .open(Lamp.State(id: 7, isOn: true)))
    }

    @Test("X61: a child on a case that is handed every action") func wholeCase() async {
      let store = TestStore(initialState: Door.State.open(Lamp.State())) {
        Scope(\.open, action: \.self) { Door.Draught() }
      }
      await store.send(.pushed) { $0 = .open(Lamp.State(id: 1)) }
    }

    @Test("X61: a view of each kind of part, the same one as with the label") func views() throws {
      let store = try manor()
      let hall = store.scope(\.hall, action: \.hall)
      #expect(hall === store.scope(state: \.hall, action: \.hall))
      let attic = try #require(store.scope(\.attic, action: \.attic))
      #expect(attic === store.scope(state: \.attic, action: \.attic))
      let visit = try #require(store.scope(\.visit?.lamp, action: \.visit.lamp))
      #expect(visit === store.scope(state: \.visit?.lamp, action: \.visit.lamp))
      let slot = try #require(store.scope(\.$visit, action: \.visit))
      #expect(slot === store.scope(state: \.$visit, action: \.visit))
      let presented = try #require(store.scope(\.visit, action: \.visit))
      #expect(presented === store.scope(state: \.visit, action: \.visit))
      let room = try #require(store.scope(\.rooms, action: \.rooms, id: 1))
      #expect(room === store.scope(state: \.rooms, action: \.rooms, id: 1))
      let rooms: RowStores = store.scope(\.rooms, action: \.rooms)
      #expect(rooms[1] === room)
      let id = store.withState(\.corridor.ids)[0]
      let step = try #require(store.scope(\.corridor, action: \.corridor, id: id))
      #expect(step === store.scope(state: \.corridor, action: \.corridor, id: id))
      #expect(store.scope(\.corridor[id: id], action: \.corridor[id: id]) != nil)
      let path: Store<StackState<Lamp.State>, StackActionOf<Lamp>> =
        store.scope(\.corridor, action: \.corridor)
      let whole = store.scope(\.hall, action: \.self)
      let wholeAttic = try #require(store.scope(\.attic, action: \.self))
      for lamp in [hall, attic, visit, room, step] { lamp.send(.tapped) }
      #expect(whole.isOn && wholeAttic.isOn && path.withState { $0[0].isOn })
      #expect(store.visit?.lamp?.isOn == true && store.rooms[1].isOn && store.switched == 1)
    }

    /// True once a reader was notified of a change.
    private func isTold(
      of change: @escaping (inout Manor.State) -> Void, _ read: (StoreOf<Manor>) -> Void
    ) throws -> Bool {
      let store = try manor()
      let isTold = LockIsolated(false)
      withObservationTracking {
        read(store)
      } onChange: {
        isTold.setValue(true)
      }
      store.send(.change(change))
      return isTold.value
    }

    @Test("X61: who has asked for a part is told when it comes or goes") func presence() throws {
      #expect(try isTold(of: { $0.attic = nil }) { _ = $0.scope(\.attic, action: \.attic) })
      #expect(try isTold(of: { $0.visit = nil }) { _ = $0.scope(\.visit, action: \.visit) })
      #expect(try isTold(of: { $0.visit = nil }) { _ = $0.scope(\.$visit, action: \.visit) })
      #expect(
        try isTold(of: { $0.visit = nil }) { _ = $0.scope(\.visit?.lamp, action: \.visit.lamp) })
      #expect(try isTold(of: { $0.rooms = [] }) { _ = $0.scope(\.rooms, action: \.rooms) })
      #expect(try isTold(of: { $0.rooms = [] }) { _ = $0.scope(\.rooms, action: \.rooms, id: 1) })
      #expect(try !isTold(of: { $0.attic?.isOn = true }) { _ = $0.scope(\.attic, action: \.attic) })
      #expect(try !isTold(of: { $0.switched = 9 }) { _ = $0.scope(\.rooms, action: \.rooms) })
    }
  }
#endif
