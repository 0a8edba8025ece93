import KumikiArchitecture

/// A ferry with passengers, which sails when the tide permits.
@Reducer
struct Crossing {
  @Reducer
  enum Destination {
    case passenger(Passenger)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert { case waitTapped }
  }

  @ObservableState
  struct State: Equatable {
    var passengers: IdentifiedArrayOf<Passenger.State> = []
    var height: Int?
    @Presents var destination: Destination.State?
    @ObservationStateIgnored var log: [String] = []
  }

  enum Action: ViewAction {
    case view(View)
    case passengers(IdentifiedActionOf<Passenger>)
    case destination(PresentationAction<Destination.Action>)
    case measured(Result<Int, any Error>)

    @CasePathable
    enum View {
      case appeared
      case boarded(String)
      case shown(Int)
    }
  }

  /// The ids of effects are used in other tasks.
  nonisolated enum CancelID { case measuring }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.tide) var tide

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.appeared):
        return measuring()
      case .view(.boarded(let name)):
        state.passengers.append(Passenger.State(id: state.passengers.count, name: name))
        return .none
      case .view(.shown(let id)):
        state.destination = state.passengers[id: id].map { .passenger($0) }
        return .none
      case .measured(.success(let height)):
        state.height = height
        return .none
      case .measured(.failure):
        state.destination = .alert(
          AlertState {
            TextState("No tide")
          } actions: {
            ButtonState(action: .waitTapped) { TextState("Wait") }
          })
        return .none
      case .destination(.presented(.alert(.waitTapped))):
        return measuring()
      case .passengers, .destination:
        return .none
      }
    }
    .forEach(\.passengers, action: \.passengers) { Passenger() }
    .ifLet(\.$destination, action: \.destination)
  }

  private func measuring() -> EffectOf<Self> {
    .run { [clock, tide] send in
      try await clock.sleep(for: .seconds(1))
      await send(.measured(Result { try await tide.height(harbour: "north") }))
    }
    .cancellable(id: CancelID.measuring, cancelInFlight: true)
  }
}

extension Crossing.Destination.State: Equatable {}

/// Draws the ferry.
@ViewAction(for: Crossing.self)
struct CrossingView {
  let store: StoreOf<Crossing>

  var title: String { "\(store.passengers.count) on board" }

  func appear() { send(.appeared) }
}
