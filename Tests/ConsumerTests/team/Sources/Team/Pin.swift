import Kumiki

/// A row with an id and a timer.
struct Pin: Reducer {
  struct State: Codable, Identifiable {
    let id: Int
    var note = ""
  }

  enum Action: Codable {
    case start
    case tick
    case write(String)
  }

  @Dependency(\.continuousClock) private var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .write(let note): state.note = note
    case .tick: state.note += "."
    case .start:
      return .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
    }
    return .none
  }
}
