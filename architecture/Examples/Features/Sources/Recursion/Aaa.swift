import Kumiki

/// One of two screens that open each other: an Aaa opens a Bbb, which opens an Aaa, and so on.
///
/// A presentation keeps its state on the heap, so a state may contain itself. A screen knows the
/// screen that it opens, but not its own depth.
struct Aaa: Reducer {
  struct State: Codable, Equatable {
    var count = 0
    @PresentationState var bbb: Bbb.State?
  }

  enum Action: Codable, Equatable {
    case bbb(PresentationAction<Bbb.Action>)
    case close
    case openBbb
    case setCount(Int)
    case startTimer
    case tick
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .setCount(let count): state.count = count
      case .tick: state.count &+= 1  // a script may set the largest number
      case .openBbb: state.bbb = Bbb.State()
      case .bbb: break
      case .close: return .run { _ in await dismiss() }
      case .startTimer:
        return .run { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
      }
      return .none
    }
    // The bodies of two features that contain each other have types that would contain each other,
    // which AnyReducer prevents. The bodies themselves are made level by level, as deep as actions
    // go.
    .ifLet(\.$bbb, action: \.bbb) { AnyReducer(Kumiki.CombineReducers { Bbb() }) }
  }
}

extension Aaa.Action: CasePathable {
  struct AllCasePaths {
    let bbb = CasePath(embed: Aaa.Action.bbb) {
      if case .bbb(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
