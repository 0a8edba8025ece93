import KumikiArchitecture

public enum Player: Equatable, Sendable {
  case o
  case x

  public var opponent: Self { self == .x ? .o : .x }
}

/// Nine fields in rows of three.
public struct Board: Equatable, Sendable {
  private var fields = [Player?](repeating: nil, count: 9)

  public init() {}

  public subscript(row: Int, column: Int) -> Player? {
    get { fields[row * 3 + column] }
    set { fields[row * 3 + column] = newValue }
  }

  public var isFull: Bool { fields.allSatisfy { $0 != nil } }

  public func isWon(by player: Player) -> Bool {
    let lines = [
      [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
    ]
    return lines.contains { $0.allSatisfy { fields[$0] == player } }
  }
}

@Reducer
public struct Game: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var board = Board()
    public var current = Player.x
    public let oName: String
    public let xName: String

    public init(oName: String, xName: String) {
      self.oName = oName
      self.xName = xName
    }

    public var winner: Player? { [.o, .x].first { board.isWon(by: $0) } }
    public var isOver: Bool { winner != nil || board.isFull }
  }

  public enum Action: Sendable {
    case fieldTapped(row: Int, column: Int)
    case playAgainButtonTapped
    case quitButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case let .fieldTapped(row, column):
        guard !state.isOver, state.board[row, column] == nil else { return .none }
        state.board[row, column] = state.current
        if !state.isOver { state.current = state.current.opponent }
        return .none

      case .playAgainButtonTapped:
        state = Game.State(oName: state.oName, xName: state.xName)
        return .none

      case .quitButtonTapped:
        return .run { _ in await self.dismiss() }
      }
    }
  }
}
