import Kumiki

struct LoggedOut: Reducer {
  struct State: Codable, Equatable {
    var name = ""
  }

  enum Action: Codable, Equatable {
    case logIn
    case setName(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .setName(let name): state.name = name
    case .logIn: break
    }
    return .none
  }
}

struct LoggedIn: Reducer {
  struct State: Codable, Equatable {
    var name: String
    var isOnboarding = true
    var greeting = ""
  }

  enum Action: Codable, Equatable {
    case finishTour
    case greet
    case greeted(String)
    case logOut
  }

  /// The service that this feature is given; the feature does not know which one.
  @Dependency(\.api) private var api

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .greet:
      // The effect keeps the dependencies of this step, even after the tour is over.
      return .run { [name = state.name] send in
        await send(.greeted(try await api.greet(name)))
      }
    case .greeted(let greeting): state.greeting = greeting
    case .finishTour: state.isOnboarding = false
    case .logOut: break
    }
    return .none
  }
}
