import Authentication
import KumikiArchitecture
import KumikiTesting
import LogIn
import NewGame
import Testing
import TicTacToe
import TwoFactor

@MainActor
@Suite("the app of the game")
struct TicTacToeTests {
  @Test("logging in leads to a game, logging out back")
  func logIn() async {
    let store = TestStore(initialState: TicTacToe.State.logIn(LogIn.State())) {
      TicTacToe.body
    } withDependencies: {
      $0.authenticationClient.logIn = { @Sendable _, _ in
        Session(token: "t", needsSecondFactor: false)
      }
    }
    await store.send(\.logIn.view.binding.email, "blob@kumiki.example") {
      $0.modify(\.logIn) { $0.email = "blob@kumiki.example" }
    }
    await store.send(\.logIn.view.binding.password, "secret") {
      $0.modify(\.logIn) {
        $0.password = "secret"
        $0.isFormValid = true
      }
    }
    await store.send(\.logIn.view.logInButtonTapped) {
      $0.modify(\.logIn) { $0.isRequestInFlight = true }
    }
    await store.receive(\.logIn.response.success) {
      $0 = .newGame(NewGame.State())
    }
    await store.send(\.newGame.binding.oName, "Blob") {
      $0.modify(\.newGame) { $0.oName = "Blob" }
    }
    await store.send(\.newGame.logOutButtonTapped) {
      $0 = .logIn(LogIn.State())
    }
  }

  @Test("with a second factor")
  func secondFactor() async {
    let store = TestStore(initialState: TicTacToe.State.logIn(LogIn.State())) {
      TicTacToe.body
    } withDependencies: {
      $0.authenticationClient.logIn = { @Sendable _, _ in
        Session(token: "t", needsSecondFactor: true)
      }
      $0.authenticationClient.confirm = { @Sendable _, _ in
        Session(token: "u", needsSecondFactor: false)
      }
    }
    await store.send(\.logIn.view.logInButtonTapped) {
      $0.modify(\.logIn) { $0.isRequestInFlight = true }
    }
    await store.receive(\.logIn.response.success) {
      $0.modify(\.logIn) {
        $0.isRequestInFlight = false
        $0.twoFactor = TwoFactor.State(token: "t")
      }
    }
    await store.send(\.logIn.twoFactor.presented.view.submitButtonTapped) {
      $0.modify(\.logIn) { $0.twoFactor?.isRequestInFlight = true }
    }
    await store.receive(\.logIn.twoFactor.response.success) {
      $0 = .newGame(NewGame.State())
    }
  }
}
