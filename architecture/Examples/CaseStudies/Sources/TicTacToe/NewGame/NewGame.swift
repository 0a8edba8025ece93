import Game
import KumikiArchitecture

@Reducer
public struct NewGame: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var game: Game.State?
    public var oName = ""
    public var xName = ""

    public init() {}
  }

  public enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case game(PresentationAction<Game.Action>)
    case letsPlayButtonTapped
    case logOutButtonTapped
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .game, .logOutButtonTapped:
        return .none
      case .letsPlayButtonTapped:
        state.game = Game.State(oName: state.oName, xName: state.xName)
        return .none
      }
    }
    .ifLet(\.$game, action: \.game) {
      Game()
    }
  }
}
