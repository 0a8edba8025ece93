import Kumiki

/// A shape whose color can be changed.
struct Animations: Reducer {
  struct State: Codable, Equatable {
    var color = "white"
  }

  enum Action: Codable, Equatable {
    case setColor(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .setColor(let color): state.color = color
    }
    return .none
  }
}
