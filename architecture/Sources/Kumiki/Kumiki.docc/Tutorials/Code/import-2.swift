import KumikiArchitecture

/// The plants of a household, and which of them need water.
@Reducer
public struct PlantList: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var plants: IdentifiedArrayOf<Plant> = []

    public var thirsty: Int { plants.count { $0.isThirsty } }

    public init() {}
  }

  public enum Action {
    case addButtonTapped(name: String)
    case soaked(id: Plant.ID)
    case waterButtonTapped(id: Plant.ID)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped(let name):
        state.plants.append(Plant(id: uuid(), name: name))
        return .none

      case .soaked(let id):
        state.plants[id: id]?.isThirsty = false
        return .none

      case .waterButtonTapped(let id):
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.soaked(id: id))
        }
      }
    }
  }
}

public struct Plant: Codable, Equatable, Identifiable, Sendable {
  public let id: UUID
  public var name: String
  public var isThirsty = true
}
