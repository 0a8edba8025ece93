import KumikiArchitecture
import LogIn
import NewGame

/// The whole app: the login, or the game.
@Reducer
public enum TicTacToe {
  case logIn(LogIn)
  case newGame(NewGame)

  public static var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .logIn(.twoFactor(.presented(.response(.success)))):
        state = .newGame(NewGame.State())
        return .none

      case .logIn(.response(.success(let session))) where !session.needsSecondFactor:
        state = .newGame(NewGame.State())
        return .none

      case .logIn:
        return .none

      case .newGame(.logOutButtonTapped):
        state = .logIn(LogIn.State())
        return .none

      case .newGame:
        return .none
      }
    }
    .ifCaseLet(\.logIn, action: \.logIn) {
      LogIn()
    }
    .ifCaseLet(\.newGame, action: \.newGame) {
      NewGame()
    }
  }
}

extension TicTacToe.State: Equatable {}
