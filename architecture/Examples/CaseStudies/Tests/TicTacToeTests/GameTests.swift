import Game
import KumikiArchitecture
import KumikiTesting
import NewGame
import Testing

@MainActor
@Suite("a game")
struct GameTests {
  let store = TestStore(initialState: Game.State(oName: "Junior", xName: "Senior")) {
    Game()
  }

  @Test("three in a row win")
  func winning() async {
    await store.send(.fieldTapped(row: 0, column: 0)) {
      $0.board[0, 0] = .x
      $0.current = .o
    }
    await store.send(.fieldTapped(row: 0, column: 0))
    await store.send(.fieldTapped(row: 2, column: 1)) {
      $0.board[2, 1] = .o
      $0.current = .x
    }
    await store.send(.fieldTapped(row: 1, column: 0)) {
      $0.board[1, 0] = .x
      $0.current = .o
    }
    await store.send(.fieldTapped(row: 1, column: 1)) {
      $0.board[1, 1] = .o
      $0.current = .x
    }
    await store.send(.fieldTapped(row: 2, column: 0)) {
      $0.board[2, 0] = .x
    }
    #expect(store.state.winner == .x)
    await store.send(.fieldTapped(row: 0, column: 1))
    await store.send(.playAgainButtonTapped) {
      $0 = Game.State(oName: "Junior", xName: "Senior")
    }
  }

  @Test("a game is begun, and quit")
  func presenting() async {
    let store = TestStore(initialState: NewGame.State()) {
      NewGame()
    }
    await store.send(\.binding.oName, "Junior") { $0.oName = "Junior" }
    await store.send(.set(\.xName, "Senior")) { $0.xName = "Senior" }
    await store.send(.letsPlayButtonTapped) {
      $0.game = Game.State(oName: "Junior", xName: "Senior")
    }
    await store.send(\.game.fieldTapped, (row: 0, column: 2)) {
      $0.game!.board[0, 2] = .x
      $0.game!.current = .o
    }
    await store.send(\.game.quitButtonTapped)
    await store.receive(\.game.dismiss) { $0.game = nil }
  }
}
