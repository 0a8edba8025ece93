import KumikiArchitecture

/// The plants of a household, and which of them need water.
@Reducer
public struct PlantList: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    @Shared(.plants) public var plants

    public var thirsty: Int { plants.count { $0.isThirsty } }

    public init() {}
  }

  public enum Action {
    case addButtonTapped(name: String)
    case alert(PresentationAction<Alert>)
    case removeButtonTapped(id: Plant.ID)
    case soaked(id: Plant.ID)
    case waterButtonTapped(id: Plant.ID)

    @CasePathable
    public enum Alert: Equatable {
      case removalConfirmed(id: Plant.ID)
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped(let name):
        state.$plants.withLock { _ = $0.append(Plant(id: uuid(), name: name)) }
        return .none

      case .alert(.presented(.removalConfirmed(let id))):
        state.$plants.withLock { _ = $0.remove(id: id) }
        return .none

      case .alert:
        return .none

      case .removeButtonTapped(let id):
        guard let plant = state.plants[id: id] else { return .none }
        state.alert = .removal(of: plant)
        return .none

      case .soaked(let id):
        state.$plants.withLock { $0[id: id]?.isThirsty = false }
        return .none

      case .waterButtonTapped(let id):
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.soaked(id: id))
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState where Action == PlantList.Action.Alert {
  static func removal(of plant: Plant) -> Self {
    AlertState {
      TextState("Is the \(plant.name) gone?")
    } actions: {
      ButtonState(role: .destructive, action: .removalConfirmed(id: plant.id)) {
        TextState("It is")
      }
      ButtonState(role: .cancel) {
        TextState("It is still there")
      }
    }
  }
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Plant>>.Default {
  public static var plants: Self {
    Self[
      .fileStorage(.applicationSupportDirectory.appending(path: "plants/plants.json")),
      default: []]
  }
}

public struct Plant: Codable, Equatable, Identifiable, Sendable {
  public let id: UUID
  public var name: String
  public var isThirsty = true
}
