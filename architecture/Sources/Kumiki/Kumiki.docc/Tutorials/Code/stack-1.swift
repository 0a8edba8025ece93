import KumikiArchitecture

/// One plant, on its own screen.
@Reducer
public struct PlantDetail {
  @ObservableState
  public struct State: Equatable {
    @Shared public var plant: Plant

    public init(plant: Shared<Plant>) { _plant = plant }
  }

  public enum Action {
    case nameChanged(String)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.$plant.withLock { $0.name = name }
        return .none
      }
    }
  }
}
