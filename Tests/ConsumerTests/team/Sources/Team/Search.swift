import Kumiki

/// A feature with a state-driven effect, and a path of notes.
struct Search: Reducer {
  struct State: Codable {
    var query: String?
    var limit = 10
    var found: [String] = []
    var path = StackState<Note.State>()
  }

  enum Action: Codable, CasePathable {
    case search(String?)
    case found(String)
    case path(StackAction<Note.State, Note.Action>)

    struct AllCasePaths {
      let path = CasePath(embed: Action.path) {
        if case .path(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .search(let query): state.query = query
      case .found(let text): state.found.append(text)
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: \.path) { Note() }
    .running(\.query) { query in
      .run { send in
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(1))
        await send(.found(query))
      }
    }
  }
}
