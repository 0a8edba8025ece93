import KumikiArchitecture

/// A passenger on board, who may ask to leave.
@Reducer
struct Passenger {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var name = ""
    @Shared(.inMemory("greetings")) var greetings = 0
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case greeted
    case leaveTapped
    case delegate(Delegate)

    @CasePathable
    enum Delegate { case left }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .greeted:
        state.$greetings.withLock { $0 += 1 }
        return .none
      case .leaveTapped:
        return .run { send in
          await send(.delegate(.left))
          await dismiss()
        }
      case .binding, .delegate:
        return .none
      }
    }
  }
}
