import KumikiLegacy
import Testing

@MainActor @Suite struct OldNameTests {
  private struct Screens: ReducerProtocol {
    struct State: Equatable {
      @NavigationStateOf<Tally> var path
      @BindableState var title = ""
      @BindableState var route: Route?
    }

    enum Route { case far }

    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case path(NavigationActionOf<Tally>)
    }

    @ReducerBuilderOf<Self> var body: some ReducerProtocolOf<Self> {
      BindingReducer()
      EmptyReducer()
        .navigationDestination(\.$path, action: /Action.path) { Tally() }
    }
  }

  @Test func `Y8: a view writes a path as a whole; elements that stay keep their effects`() throws {
    let screens = try LegacyFixture {
      Store(initialState: Screens.State(), reducer: Screens(), loop: $0)
    }
    var path = screens.state.path
    let first = path.append(Tally.State())
    let second = path.append(Tally.State())
    screens.send(.path(.setPath(path)))
    screens.send(.path(.element(id: first, action: .later)))
    screens.send(.path(.element(id: second, action: .later)))
    screens.send(.path(.dismiss(id: second)))
    try screens.advance(seconds: 1)
    #expect(screens.state.path.map(\.number) == [1])
    #expect(screens.codes == [])
  }

  @Test func `Y8: a field that is marked as bindable is written by its name`() throws {
    let screens = try LegacyFixture {
      Store(initialState: Screens.State(), reducer: Screens(), loop: $0)
    }
    screens.send(.binding(.set(\.$title, "Ann")))
    screens.send(.binding(.set(\.$route, .far)))
    #expect(screens.state.title == "Ann" && screens.state.route == .far)
  }

  @Test func `Y9: a store is made of a reducer as it stands, and views of a store`() throws {
    let fixture = try LegacyFixture {
      Store(initialState: Tally.State(), reducer: Tally(), loop: $0)
    }
    let view: ViewStoreOf<Tally> = ViewStore(fixture.store)
    let buttons = ViewStore(fixture.store.stateless, observe: { true })
    buttons.send(.up)
    #expect(view.state.number == 1 && buttons.state)
    let function = fixture.store.scope(state: \.number, action: { (_: Void) in .up })
    function.send(())
    #expect(function.state == 2)
  }

  @Test func `Y9: its dependencies are those that it is made with`() throws {
    struct Asking: ReducerProtocol {
      @Dependency(\.isPresented) var isPresented

      func reduce(into state: inout Bool, action: Bool) -> EffectTask<Bool> {
        state = isPresented
        return .none
      }
    }
    let asking = try LegacyFixture {
      Store(initialState: false, reducer: Asking(), loop: $0) { $0.isPresented = true }
    }
    asking.send(true)
    #expect(asking.state)
  }
}
