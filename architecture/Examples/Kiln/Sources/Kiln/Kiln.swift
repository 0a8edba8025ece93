import KumikiMacros

/// The list of firings, the presented features, and a path of screens above the list.
@Reducer
struct Kiln {
  @Reducer(state: .codable, .equatable, action: .codable, .equatable)
  enum Destination {
    case add(FiringForm)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert: Codable, Equatable {
      case clear
    }
  }

  @Reducer
  enum Path {
    case burn(Burn)
    case detail(FiringDetail)
  }

  @ObservableState
  struct State: Codable, Equatable {
    @Shared(.burntHours) var burntHours
    @Presents var destination: Destination.State?
    @Shared(.firings) var firings
    var path = StackState<Path.State>()
  }

  enum Action: Codable, Equatable {
    case addTapped
    case clearTapped
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Path>)
    case saveTapped
    case show(id: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        let id = (state.firings.ids.max() ?? 0) + 1
        state.destination = .add(FiringForm.State(firing: Firing(id: id)))

      case .clearTapped:
        state.destination = .alert(.clear(state.firings.count))

      case .destination(.presented(.alert(.clear))):
        state.path.removeAll()
        state.$firings.withLock { $0 = [] }

      case .path(.element(let id, .detail(.lightTapped))):
        guard case .detail(let detail) = state.path[id: id] else { break }
        state.path.append(.burn(Burn.State(firing: detail.$firing)))

      case .saveTapped:
        guard case .add(let form) = state.destination else { break }
        state.$firings.withLock { _ = $0.append(form.firing) }
        state.destination = nil

      case .show(let id):
        guard let firing = Shared(state.$firings[id: id]) else { break }
        state.path.append(.detail(FiringDetail.State(firing: firing)))

      case .destination, .path:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }
}

extension Kiln.Path.State: Codable, Equatable {}
extension Kiln.Path.Action: Codable, Equatable {}

extension AlertState where Action == Kiln.Destination.Alert {
  static func clear(_ count: Int) -> Self {
    AlertState {
      TextState("Forget \(count) firings?")
    } actions: {
      ButtonState(role: .destructive, action: .clear) { TextState("Forget") }
      ButtonState(role: .cancel) { TextState("Keep") }
    }
  }
}
