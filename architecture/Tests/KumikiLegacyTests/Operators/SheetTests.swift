import KumikiLegacy
import KumikiTesting
import Testing

/// A demonstration of presentations, in the style of January 2023.
private struct SheetDemo: ReducerProtocol {
  struct State: Equatable {
    @PresentationStateOf<Destinations> var destination
  }

  enum Action: Equatable {
    case destination(PresentationActionOf<Destinations>)
    case exchange
  }

  var body: some ReducerProtocol<State, Action> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.tally(.down))):
        if case let .tally(tally) = state.destination, tally.number < 0 {
          state.destination = nil
        }
        return .none
      case .destination:
        return .none
      case .exchange:
        switch state.destination {
        case .some(.sparks): state.destination = .tally(Tally.State())
        case .some(.tally): state.destination = .sparks(Sparks.State())
        case .some(.alert), .none: break
        }
        return .none
      }
    }
    .presentationDestination(\.$destination, action: /Action.destination) {
      Destinations()
    }
  }

  struct Destinations: ReducerProtocol {
    enum State: Equatable {
      case alert(AlertState<AlertAction>)
      case sparks(Sparks.State)
      case tally(Tally.State)
    }

    enum Action: Equatable {
      case alert(AlertAction)
      case sparks(Sparks.Action)
      case tally(Tally.Action)
    }

    enum AlertAction { case confirm, deny }

    var body: some ReducerProtocol<State, Action> {
      Scope(state: /State.sparks, action: /Action.sparks) { Sparks() }
      Scope(state: /State.tally, action: /Action.tally) { Tally() }
    }
  }

  /// Glows after a while, and ends on request.
  struct Sparks: ReducerProtocol {
    struct State: Equatable {
      var isGlowing = false
    }

    enum Action: Equatable {
      case glow
      case glowed
      case out
    }

    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> EffectTask<Action> {
      switch action {
      case .glow:
        return .task {
          try await clock.sleep(for: .seconds(1))
          return .glowed
        }
      case .glowed:
        state.isGlowing = true
        return .none
      case .out:
        return .fireAndForget { await dismiss() }
      }
    }
  }
}

extension AlertState where Action == SheetDemo.Destinations.AlertAction {
  fileprivate static var question: Self {
    AlertState(
      title: TextState("Is this right?"),
      primaryButton: .default(TextState("It is"), action: .send(.confirm)),
      secondaryButton: .cancel(TextState("It is not"), action: .send(.deny)))
  }
}

@MainActor @Suite struct SheetTests {
  private let clock = TestClock()

  private func store() -> TestStoreOf<SheetDemo> {
    TestStore(initialState: SheetDemo.State()) {
      SheetDemo()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `Y4: a view presents by an action, its feature runs, and a view dismisses`() async {
    let store = store()
    await store.send(.destination(.present(.tally(Tally.State())))) {
      $0.destination = .tally(Tally.State())
    }
    await store.send(.destination(.presented(.tally(.up)))) {
      $0.destination = .tally(Tally.State(number: 1))
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test("Y4: the parent takes away what it presents, by writing nil, after its child has run")
  func parentDismisses() async {
    let store = store()
    await store.send(.destination(.present(.tally(Tally.State())))) {
      $0.destination = .tally(Tally.State())
    }
    await store.send(.destination(.presented(.tally(.down)))) { $0.destination = nil }
  }

  @Test func `Y4: another case is another presentation, and ends what ran`() async {
    let store = store()
    await store.send(.exchange)
    await store.send(.destination(.present(.sparks(SheetDemo.Sparks.State())))) {
      $0.destination = .sparks(SheetDemo.Sparks.State())
    }
    await store.send(.destination(.presented(.sparks(.glow))))
    await store.send(.exchange) { $0.destination = .tally(Tally.State()) }
    await clock.advance(by: .seconds(1))
    await store.send(.exchange) { $0.destination = .sparks(SheetDemo.Sparks.State()) }
    await store.send(.destination(.presented(.sparks(.glow))))
    await clock.advance(by: .seconds(1))
    await store.receive(.destination(.presented(.sparks(.glowed)))) {
      $0.destination = .sparks(SheetDemo.Sparks.State(isGlowing: true))
    }
  }

  @Test(
    "Y4: an alert goes with its answer, before the parent sees it, and may be exchanged for nothing"
  )
  func alert() async {
    let store = store()
    await store.send(.destination(.present(.alert(.question)))) {
      $0.destination = .alert(.question)
    }
    await store.send(.exchange)
    await store.send(.destination(.presented(.alert(.confirm)))) { $0.destination = nil }
  }

  @Test func `Y4: what is presented dismisses itself`() async {
    let store = store()
    await store.send(.destination(.present(.sparks(SheetDemo.Sparks.State())))) {
      $0.destination = .sparks(SheetDemo.Sparks.State())
    }
    await store.send(.destination(.presented(.sparks(.out))))
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test("Y4: an action for what is not presented is an issue, and the parent does not see it")
  func absent() throws {
    let demo = try LegacyFixture {
      Store(initialState: SheetDemo.State(), reducer: SheetDemo(), loop: $0)
    }
    demo.send(.destination(.presented(.tally(.up))))
    #expect(demo.codes == [.absentDestination])
    #expect(demo.state.destination == nil)
  }
}
