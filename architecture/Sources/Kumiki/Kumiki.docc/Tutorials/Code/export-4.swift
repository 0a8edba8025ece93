import KumikiArchitecture

/// The whole app: the list, and a path of screens above it.
@Reducer
public struct Garden {
  @Reducer(state: .codable, .equatable, action: .codable)
  public enum Path {
    case detail(PlantDetail)
    @ReducerCaseIgnored
    case advice(for: Plant)
  }

  @ObservableState
  public struct State: Codable, Equatable {
    public var list = PlantList.State()
    public var path = StackState<Path.State>()

    public init() {}
  }

  public enum Action: Codable {
    case adviceButtonTapped(Plant)
    case list(PlantList.Action)
    case path(StackActionOf<Path>)
    case plantTapped(id: Plant.ID)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.list, action: \.list) { PlantList() }
    Reduce { state, action in
      switch action {
      case .adviceButtonTapped(let plant):
        state.path.append(.advice(for: plant))
        return .none

      case .list, .path:
        return .none

      case .plantTapped(let id):
        guard let plant = Shared(state.list.$plants[id: id]) else { return .none }
        state.path.append(.detail(PlantDetail.State(plant: plant)))
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}
