import KumikiArchitecture

/// Notes in a file, and the user's choice in the settings: both are kept when the program ends.
@Reducer
struct Notebook {
  @ObservableState
  struct State: Equatable {
    @Shared(.notes) var notes
    @Shared(.appStorage("isSortedByTitle")) var isSorted = false
    @Shared(.appStorage("lastTitle")) var lastTitle: String?
  }

  enum Action {
    case addButtonTapped(title: String)
    case removeAll
    case saveInBackground(title: String)
    case sortButtonTapped
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped(let title):
        state.$notes.withLock { $0.append(Note(title: title)) }
        state.$lastTitle.withLock { $0 = title }
        return .none

      case .removeAll:
        state.$notes.withLock { $0.removeAll() }
        return .none

      case .saveInBackground(let title):
        return .run { [notes = state.$notes] _ in
          notes.withLock { $0.append(Note(title: title)) }
        }

      case .sortButtonTapped:
        state.$isSorted.withLock { $0.toggle() }
        if state.isSorted {
          state.$notes.withLock { $0.sort { $0.title < $1.title } }
        }
        return .none
      }
    }
  }
}

struct Note: Codable, Equatable, Sendable {
  var title: String
}

extension SharedKey where Self == FileStorageKey<[Note]>.Default {
  static var notes: Self {
    Self[.fileStorage(.temporaryDirectory.appending(component: "notes.json")), default: []]
  }
}
