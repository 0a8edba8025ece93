import KumikiArchitecture
import KumikiTesting
import Testing

@Reducer
private struct Lamp {
  @ObservableState
  struct State: Equatable {
    var isOn = false
  }

  enum Action: ViewAction {
    case view(View)
    case broke

    enum View {
      case switchTapped
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .view(.switchTapped): state.isOn.toggle()
      case .broke: state.isOn = false
      }
      return .none
    }
  }
}

@MainActor
@ViewAction(for: Lamp.self)
private struct LampView {
  let store: StoreOf<Lamp>

  func tap() { send(.switchTapped) }
}

@MainActor @Suite struct ViewActionTests {
  @Test("Q13: a view sends its own actions by name") func sends() throws {
    let view = LampView(
      store: Store(initialState: Lamp.State(), loop: try Loop(.virtual)) { Lamp() })
    view.tap()
    #expect(view.store.isOn)
  }
}
