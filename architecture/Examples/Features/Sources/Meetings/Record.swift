import Kumiki

/// Counts the seconds until the meeting's time is over or the user ends it.
struct Record: Reducer {
  struct State: Codable, Equatable {
    var attendees: [String]
    var duration: Int
    var elapsed = 0
    @PresentationState var alert: Question?
  }

  enum Action: Codable, Equatable {
    case alert(PresentationAction<Alert>)
    case appeared
    /// For the parent, which may ignore it.
    case delegate(Delegate)
    case endTapped
    case tick

    enum Alert: Codable { case discard, save }
    enum Delegate: Codable { case save }
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .run { send in  // ends with this screen
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }

      case .tick:
        if state.alert != nil { break }  // time stands still while we ask
        state.elapsed += 1
        if state.elapsed >= state.duration { return saveAndClose }

      case .endTapped: state.alert = Question(title: "End the meeting?")
      case .alert(.presented(.save)): return saveAndClose
      case .alert(.presented(.discard)): return .run { _ in await dismiss() }
      case .alert, .delegate: break
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert) { EmptyReducer() }
  }

  /// First notifies the parent, then dismisses: after the dismissal, this feature could not send
  /// any more.
  private var saveAndClose: Effect<Action> {
    .concatenate(.send(.delegate(.save)), .run { _ in await dismiss() })
  }
}

extension Record.Action: CasePathable {
  struct AllCasePaths {
    let alert = CasePath(embed: Record.Action.alert) {
      if case .alert(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
