import Kumiki

/// The innermost feature of every row.
struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
    var name = "counter"
  }

  enum Action {
    case increment
    case decrement
    case rename(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .decrement: state.count -= 1
    case .rename(let name): state.name = name
    }
    return .none
  }
}

/// Two effects that send one action back: one in a Swift task, one immediately.
struct Worker: Reducer {
  struct State {
    var answers = 0
  }

  enum Action {
    case work
    case ask
    case answered
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .work: return .run { send in await send(.answered) }
    case .ask: return .send(.answered)
    case .answered:
      state.answers += 1
      return .none
    }
  }
}
