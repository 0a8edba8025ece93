import Kumiki

// Three features with a fault each, for `kumiki check`.

/// The balance can become negative: two may be taken from one.
struct Ledger: Reducer {
  struct State: Codable, Equatable { var balance = 0 }

  enum Action: Codable { case put, take(Coins) }
  enum Coins: Int, Codable, CaseIterable { case one = 1, two }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .put: state.balance = min(state.balance + 1, 3)
    case .take(let coins) where state.balance > 0: state.balance -= coins.rawValue
    case .take: break
    }
    return .none
  }
}

/// The last room has no door.
struct Maze: Reducer {
  enum Room: String, Codable { case hall, stairs, cellar }
  struct State: Codable, Equatable { var room = Room.hall }

  enum Action: Codable { case down, up }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch (state.room, action) {
    case (.hall, .down): state.room = .stairs
    case (.stairs, .down): state.room = .cellar
    case (.stairs, .up): state.room = .hall
    default: break
    }
    return .none
  }
}

/// The third push is beyond the end of a table: the process traps.
struct Pile: Reducer {
  struct State: Codable, Equatable { var names: [String] = [] }

  enum Action: Codable { case push, clear }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .push: state.names.append(["a", "b"][state.names.count])
    case .clear: state.names = []
    }
    return .none
  }
}
